// A name that gives way in its middle: the head shrinks, the telling end stays.

import type { ReactNode } from 'react';
import { cutInMiddle } from '../text/cut.ts';

/** Shows `text`; what was cut is in the tooltip. */
export function CutName({ text }: { readonly text: string }): ReactNode {
  const { head, end } = cutInMiddle(text);
  if (end === '') return <span className="end">{text}</span>;
  return (
    <span className="tail" title={text}>
      <span>{head}</span>
      <span>{end}</span>
    </span>
  );
}
