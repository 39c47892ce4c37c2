// Looking for a second makes a review seen. Only a visible, focused page counts, and never for a review that the person
// took back.

import { useEffect } from 'react';
import type { Session } from '../../core/session.ts';
import { command, isKeptUnseen, releaseUnseen } from '../store/commands.ts';
import { useMayAct } from '../store/panel.ts';
import { useAttentive } from '../ui/attentive.ts';

const LONG_ENOUGH = 1000;

/** Tells the daemon that `session` was looked at while its page is shown. */
export function useLooking({ id, state, stateChange }: Session): void {
  const attentive = useAttentive();
  const mayAct = useMayAct();
  const looking = attentive && mayAct && state === 'review';
  useEffect(() => {
    if (!looking || isKeptUnseen(id)) return;
    const timer = setTimeout(() => {
      // Not carried out: the review simply stays, which is the truth.
      command('seen', { session: id, change: stateChange }).catch(() => undefined);
    }, LONG_ENOUGH);
    return () => clearTimeout(timer);
  }, [id, stateChange, looking]);
  useEffect(() => () => releaseUnseen(id), [id]);
}
