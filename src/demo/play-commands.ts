// What the person does with a stand-in besides prompting: `/clear`, `/compact`, `/model`, `/rename`. Pure.

import { closed, without } from './dialog-ends.ts';
import { hook } from './hook.ts';
import { costLine, lastPromptLines, snapshotLine } from './noise.ts';
import { openPage, type Page } from './page.ts';
import { agentStopped } from './play-background.ts';
import { ownAsk } from './play-dialog.ts';
import { restingLevel } from './play-end.ts';
import { level, written } from './play-turn.ts';
import type { Effect, Moment, Played, Playing } from './playing.ts';
import { withConversation, withName } from './registry-entry.ts';
import { listFace } from './screen/list-face.ts';
import { commandList } from './screen/other-lists.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

const CAVEAT =
  '<local-command-caveat>The command below was run directly in Claude Code, not sent to you as a request, and its ' +
  "output goes straight to the user. It's recorded here as context for later messages.</local-command-caveat>";

/** `/clear`: another conversation and another file; the level does not move. */
export function playClear(before: Playing, moment: Moment): Played {
  if (!before.entry) throw new Error('It stands at the trust dialog: do `trust` first.');
  const conversation = moment.uuid();
  const entry = withConversation(before.entry, conversation, moment.at);
  // The command counts as sent in the old conversation; nothing is in the new one.
  const ends = hook(before, 'SessionEnd', { reason: 'clear' }, { promptId: moment.uuid() });
  const nothing = { promptId: null, parent: null, opened: true, environmentTold: false, toolsUsed: [] };
  const fresh = { ...before, ...nothing, entry, conversation };
  const begins = hook(fresh, 'SessionStart', { source: 'clear' });
  const bill = openPage(before, moment);
  costLine(bill, before, moment);
  const page = openPage(fresh, moment);
  page.loose('mode', { mode: 'normal' });
  snapshotLine(page, moment);
  commandLines(page, 'clear');
  page.system('local_command', { content: '<local-command-stdout></local-command-stdout>', level: 'info' });
  const moves: Effect = { kind: 'registry', after: 0, entry };
  const effects = [ends, moves, begins, written(fresh, page), written(before, bill)];
  return { playing: { ...fresh, parent: page.parent() }, effects };
}

/** `/compact`: busy for a moment; the same conversation goes on below a boundary. During a turn Claude does it itself. */
export function playCompact(before: Playing, moment: Moment): Played {
  const took = 200;
  const trigger = before.turn ? 'auto' : 'manual';
  const promptId = before.turn?.promptId ?? moment.uuid();
  const busy = before.turn ? { playing: before, effects: [] } : level(before, 'busy', null, moment.at);
  const page = openPage(busy.playing, moment);
  if (!before.turn) lastPromptLines(page, '/compact');
  page.system('compact_boundary', {
    content: 'Conversation compacted',
    level: 'info',
    compactMetadata: { trigger, preTokens: 21_000 },
  });
  page.user(
    'This session is being continued from a previous conversation that ran out of context.',
    { promptId },
    { isVisibleInTranscriptOnly: true, isCompactSummary: true },
  );
  if (!before.turn) {
    commandLines(page, 'compact', promptId);
    page.user('<local-command-stdout>Compacted</local-command-stdout>', { promptId }, { rowSource: 'local' });
  }
  const rest = before.turn ? busy : level(busy.playing, restingLevel(before), null, moment.at + took);
  const later = before.turn ? [] : rest.effects.map((effect) => ({ ...effect, after: took }));
  const playing = { ...rest.playing, promptId, parent: page.parent(), environmentTold: false };
  // The summary is written by an agent of Claude's own, which has no type and no file.
  const summary = '<analysis>demo</analysis>\n<summary>\n1. Current Work: none.\n</summary>';
  const agent = { id: `a${moment.hex(16)}`, type: '' };
  return {
    playing,
    effects: [
      hook(playing, 'PreCompact', { trigger, custom_instructions: null }),
      ...busy.effects,
      agentStopped(playing, agent, summary, promptId, took / 2),
      hook(playing, 'SessionStart', { source: 'compact', model: playing.model }, { after: took - 10 }),
      hook(playing, 'PostCompact', { trigger, compact_summary: summary }, { after: took - 10 }),
      ...later,
      written(playing, page, took + 100),
    ],
  };
}

/** The person's own dialog opens. */
export function playDialog(before: Playing, step: Of<'dialog'>, moment: Moment): Played {
  const { playing, effects } = level(before, 'waiting', 'dialog open', moment.at);
  const face = listFace(commandList(`Select ${step.command.replace(/^\//, '')}`, ['Default (recommended)', 'Another']));
  const ask = { ...ownAsk('command', 'command', step.command, face), waitingFor: 'dialog open' };
  const asks = [...playing.asks, { ...ask, shown: true }];
  return {
    playing: { ...playing, dialog: step.command, asks },
    effects: [{ kind: 'show', after: 0, ask }, ...effects],
  };
}

/** It is closed without a choice. */
export function playCloseDialog(before: Playing, moment: Moment): Played {
  if (before.dialog === null) throw new Error('No dialog is open: do `dialog` first.');
  const { playing, effects } = level(without(before, 'command'), restingLevel(before), null, moment.at);
  const page = openPage(playing, moment);
  const name = before.dialog.replace(/^\//, '');
  page.system('local_command', { content: commandText(name), level: 'info' });
  page.system('local_command', { content: '<local-command-stdout>Kept model</local-command-stdout>', level: 'info' });
  return {
    playing: { ...playing, dialog: null, parent: page.parent() },
    effects: [closed('command', false), ...effects, written(playing, page)],
  };
}

/** `/rename`: busy for a moment, without a turn. */
export function playRename(before: Playing, step: Of<'rename'>, moment: Moment): Played {
  const took = 90;
  const busy = level(before, 'busy', null, moment.at);
  if (!busy.playing.entry) return busy;
  const entry = withName(busy.playing.entry, step.name, moment.at);
  const promptId = moment.uuid();
  const page = openPage(before, moment);
  page.loose('custom-title', { customTitle: step.name });
  page.loose('agent-name', { agentName: step.name });
  page.system('local_command', { content: commandText('rename', step.name), level: 'info' });
  page.system('local_command', {
    content: `<local-command-stdout>Session renamed to: ${step.name}</local-command-stdout>`,
    level: 'info',
  });
  page.user(
    `<system-reminder>\nThe user named this session "${step.name}".\n</system-reminder>`,
    { promptId },
    {
      isMeta: true,
    },
  );
  const idle = level({ ...busy.playing, entry, promptId }, restingLevel(before), null, moment.at + took);
  const playing = { ...idle.playing, parent: page.parent() };
  const effects: Effect[] = [
    ...busy.effects,
    { kind: 'registry', after: 5, entry },
    ...idle.effects.map((effect) => ({ ...effect, after: took })),
    written(playing, page, took + 100),
  ];
  return { playing, effects };
}

function commandLines(page: Page, name: string, promptId?: string): void {
  const before = promptId === undefined ? {} : { promptId };
  page.user(CAVEAT, before, { isMeta: true, rowSource: 'harness' });
  page.user(commandText(name), before, { rowSource: 'local' });
}

function commandText(name: string, text = ''): string {
  const indent = ' '.repeat(12);
  return [
    `<command-name>/${name}</command-name>`,
    `${indent}<command-message>${name}</command-message>`,
    `${indent}<command-args>${text}</command-args>`,
  ].join('\n');
}
