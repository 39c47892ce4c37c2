// The lines around the ones that matter: what Claude tells itself at the beginning of a conversation and again and
// again. Whoever reads a transcript must step over them. Pure.

import type { Page } from './page.ts';
import type { Moment, Playing } from './playing.ts';

const AGENTS = ['claude', 'claude-code-guide', 'Explore', 'general-purpose', 'Plan', 'statusline-setup'];

/** Mode lines; they come first in a file and after every few lines. */
export function modeLines(page: Page): void {
  page.loose('mode', { mode: 'normal' });
  page.loose('permission-mode', { permissionMode: 'default' });
  page.loose('atis-latch', { atis: '' });
}

/** What Claude is told before the first prompt of a conversation. */
export function environmentLines(page: Page, playing: Playing, moment: Moment): void {
  page.attachment('environment', { snapshot: `Working directory: ${playing.cwd}` });
  page.attachment('model', { identity: { modelId: playing.model, marketingName: 'Opus 5.5' } });
  page.attachment('deferred_tools_delta', { addedNames: [], removedNames: [] });
  page.attachment('agent_listing_delta', { addedTypes: AGENTS, removedTypes: [], isInitial: true });
  page.attachment('skill_listing', { content: '', skillCount: 0, isInitial: true });
  page.attachment('session_context', { context: '' });
  page.attachment('date', { date: new Date(moment.at).toISOString().slice(0, 10) });
  page.attachment('remote_session_change', { url: null });
  page.attachment('prompt_snapshot', { systemPrompt: '' });
  page.loose('api-request-shape', { shapeHash: moment.hex(64), shape: {} });
  page.loose('api-request-blob', { hash: moment.hex(64), message: { role: 'system', content: '' } });
}

/** One request to the model. */
export function requestLine(page: Page, moment: Moment): void {
  page.loose('api-request', { id: moment.uuid(), querySource: 'repl_main_thread', keep: 0 });
}

/** The file snapshot that stands before every prompt. */
export function snapshotLine(page: Page, moment: Moment): void {
  const messageId = moment.uuid();
  page.loose('file-history-snapshot', {
    messageId,
    snapshot: { messageId, trackedFileBackups: {}, timestamp: new Date(moment.at).toISOString() },
    isSnapshotUpdate: false,
  });
}

/** What closes a batch. */
export function lastPromptLines(page: Page, text: string): void {
  page.loose('last-prompt', { lastPrompt: text, leafUuid: page.parent() });
  modeLines(page);
}

/** The bill, written when a conversation is left. */
export function costLine(page: Page, playing: Playing, moment: Moment): void {
  page.loose('cost-state', { totalCostUSD: 0, totalDuration: moment.at - playing.startedAt, modelUsage: {} });
}
