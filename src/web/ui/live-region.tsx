// Says aloud what began to wait: politely, one sentence every five seconds at most.

import { type ReactNode, useEffect, useState } from 'react';
import type { Change } from '../../core/apply-change.ts';
import { onChange } from '../store/panel.ts';
import { announcement } from './announcement.ts';

const EVERY = 5000;

/** The region that readers listen to. */
export function LiveRegion(): ReactNode {
  const [said, setSaid] = useState('');
  useEffect(() => {
    let heard: Change[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    const speak = (): void => {
      timer = null;
      const text = announcement(heard);
      heard = [];
      if (text !== '') setSaid(text);
    };
    const stop = onChange((change) => {
      heard.push(change);
      timer ??= setTimeout(speak, EVERY);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  return (
    <p className="hidden" aria-live="polite">
      {said}
    </p>
  );
}
