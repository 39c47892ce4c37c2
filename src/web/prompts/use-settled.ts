// The moment in which a card takes no answer: what was just drawn, or has just moved, was not read yet.

import { useEffect, useState } from 'react';

/** Milliseconds. */
const MOMENT = 300;

/** False for 300 ms after `key` becomes another: what is drawn then was chosen before it was there. */
export function useSettled(key: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), MOMENT);
    return () => clearTimeout(timer);
  }, [key]);
  return settled === key;
}
