// Says aloud, at once and once, who asks what. Only of prompts that open while the page is there.

import { type ReactNode, useEffect, useState } from 'react';
import { subjectOf } from '../../core/ask.ts';
import { onChange, usePanel } from '../store/panel.ts';
import { cleanText } from '../text/clean.ts';
import { ownName } from '../text/names.ts';
import { words } from '../words.ts';

/** The region that readers listen to. */
export function PromptAnnouncer(): ReactNode {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const known = new Set<string>();
    return onChange((change) => {
      if (change.kind === 'prompt-closed') known.delete(change.receipt.prompt);
      if (change.kind !== 'prompt-changed' || known.has(change.prompt.id)) return;
      const { prompt } = change;
      known.add(prompt.id);
      const { snapshot } = usePanel.getState();
      if (snapshot?.prompts.some(({ id }) => id === prompt.id)) return;
      const session = snapshot?.sessions.find(({ id }) => id === prompt.session);
      const who = session === undefined ? prompt.session : ownName(session);
      setSaid(words.prompts.announce(who, cleanText(prompt.title), cleanText(subjectOf(prompt))));
    });
  }, []);
  return (
    <p className="hidden" aria-live="assertive">
      {said}
    </p>
  );
}
