// Commands sent to an older version of Claude Code, whose list runs its first command in place of what was typed.

import { expect } from 'vitest';
import { refuses } from '../lab/prompt-play.ts';
import { promptRows } from '../lab/prompt-rows.ts';

const { plays } = promptRows({ versions: ['2.1.112'], arguments: [] });

plays(
  '2.1.112: a command is never run in place of the one that was typed',
  'both',
  async ({ venue, asker, claude }) => {
    await claude.shows(/\? for shortcuts/);
    await refuses(venue.daemon.command('send', { session: asker.session, text: '/contex' }), 'changed');
    expect(await claude.screen()).toMatch(/^❯\s\/contex$/m);
    await claude.press('C-u', 'C-u', 'C-u');
    await claude.shows(/^❯\s*$/m);
    await venue.daemon.command('send', { session: asker.session, text: '/context' });
    await claude.shows(/Context usage/i);
  },
);
