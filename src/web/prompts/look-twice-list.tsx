// The lines that ask for a second look: each names in plain words what a part does and where it stands. They only warn.

import type { ReactNode } from 'react';
import type { Concern } from '../../core/look-twice.ts';
import { Icon } from '../ui/icon.tsx';
import { words } from '../words.ts';

/** The list, nothing where there is nothing known. @param lines of the command: a single one needs no number. */
export function LookTwice({
  concerns,
  lines,
}: {
  readonly concerns: readonly Concern[];
  readonly lines: number;
}): ReactNode {
  if (concerns.length === 0) return null;
  const say = words.prompts;
  return (
    <ul className="risks" aria-label={say.lookTwice}>
      {concerns.map(({ danger, of, parts }) => {
        const line = parts[0]?.line;
        const text = say.dangers[danger];
        return (
          <li key={`${danger} ${line} ${of}`}>
            <Icon name="alert" size={14} />
            <span>
              {line === undefined || lines === 1 ? say.sentence(text) : say.atLine(line, text)}
              {of !== '' && (
                <>
                  : <code>{of}</code>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
