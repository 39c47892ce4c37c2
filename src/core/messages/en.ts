// Every English sentence of the panel. The type of this object is what other languages must satisfy.
// Short, concrete, present tense; it must never hold markup, and never promise what the code does not do.

import type { MarkState } from '../attention.ts';
import { promptsEn } from './prompts-en.ts';

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** The word of each mark. */
const states: Record<MarkState, string> = {
  'needs-input': 'Needs you',
  failed: 'Stopped by an error',
  review: 'To review',
  busy: 'Busy',
  unknown: 'Unknown',
  idle: 'Idle',
  ended: 'Ended',
};

/** English. */
export const en = {
  states,
  probably: 'probably',
  /** "2 need you": a count by mark. */
  counted: (mark: MarkState, n: number): string =>
    mark === 'needs-input' ? `${n} ${n === 1 ? 'needs' : 'need'} you` : `${n} ${states[mark].toLowerCase()}`,
  /** The same without its number. */
  countedWord: (mark: MarkState, n: number): string =>
    mark === 'needs-input' ? (n === 1 ? 'needs you' : 'need you') : states[mark].toLowerCase(),

  needsYou: 'Needs you',
  nothingWaits: 'Nothing waits for you',
  working: (n: number): string => `${plural(n, 'session is', 'sessions are')} working.`,
  moreWaiting: (n: number, newest: string): string => `${n} more, newest ${newest}`,
  fewerWaiting: 'Show fewer',
  elsewhere: 'Elsewhere',
  scripts: (n: number): string => `Scripts (${n})`,
  scriptsOf: (n: number): string => plural(n, 'script', 'scripts'),
  folded: (idle: number, ended: number): string =>
    [idle > 0 ? `${idle} idle` : '', ended > 0 ? `${ended} ended` : ''].filter(Boolean).join(', '),
  search: 'Search',
  clearSearch: 'Clear the search',
  noMatch: (query: string): string => `No session matches “${query}”.`,
  sessions: 'Sessions',
  overview: 'Overview',
  noneOfThese: 'No session is in this state now.',
  byUrgency: 'By urgency',
  byDirectory: 'By directory',
  sortOrder: 'Order',
  filterByState: 'Show only',
  backToSessions: 'Back to sessions',
  openList: 'Show the sessions',
  close: 'Close',
  notifications: 'Notifications',
  nothingCounted: 'Nothing waits for you',
  sheet: { awaiting: 'Awaiting input', review: 'Review', progress: 'In progress', done: 'Done today' },
  dismissAll: 'Dismiss all',

  theme: { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' },

  empty: {
    title: 'No Claude session is running',
    before: 'Start ',
    after: ' in any terminal. It appears here by itself, within a second.',
  },
  notInstalled: {
    title: 'Claude Code is not installed here.',
    text: 'No Claude directory was found, none is in the path of your login shell, and none is running. Once it is installed and started, it appears here by itself.',
  },
  connecting: 'Connecting',
  reconnectingTitle: 'Reconnecting',
  away: 'Reconnecting. What you see may be out of date.',
  offline: (at: string): string => `Offline. Last seen ${at}.`,
  outdated: 'This page and the daemon are of different versions. Reload the page; if that does not help, run ',

  pairing: {
    title: 'Pair this device',
    lead: 'This device will see every Claude session of this machine. It may also answer what Claude asks and type into sessions, and so run commands here, unless its link came from ',
    leadAfter: ': then it can only look.',
    name: 'Name of this device',
    go: 'Pair',
    busy: 'Pairing',
    howTitle: 'This browser is not paired',
    how: 'Run this in a terminal on the machine, and follow the link that it shows:',
    or: 'or, from the source directory,',
    once: 'The link works once, for 5 minutes.',
    refused: 'This link was already used or is older than 5 minutes. Run ',
    refusedAfter: ' and follow the new link.',
    tooMany: 'Too many attempts from here. Wait a minute, then try again.',

    noAnswer: 'The daemon does not answer. Check that it runs: ',
    noStorage:
      'This browser does not let the page keep its key. Private windows may do that; open the link in another.',
    failed: (text: string): string => `Pairing did not work: ${text}`,
  },

  session: {
    missingTitle: (id: string): string => `No session “${id}”`,
    missing: 'It ended more than 10 minutes ago, or was never here.',
    label: 'Label',
    labelField: 'Label of this session',
    save: 'Save',
    cancel: 'Cancel',
    mute: 'Mute',
    unmute: 'Unmute',
    seen: 'Mark seen',
    /** A row's button as it is read aloud, where there is one in every row. */
    ofSession: (does: string, name: string): string => `${does}: ${name}`,
    undo: 'Undo',
    muted: 'Muted',
    mutedUntil: (at: string): string => `Muted until ${at}`,
    done: {
      seen: (name: string): string => `${name} is marked as seen.`,
      seenLate: (name: string): string => `${name} changed meanwhile. It was left as it is.`,
      label: (name: string): string => `Now called ${name}.`,
      unlabel: 'The label is gone.',
      muted: (name: string): string => `${name} is muted. It will not ring; its mark stays.`,
      unmuted: (name: string): string => `${name} rings again.`,
      dismissed: (n: number): string => `${plural(n, 'review is', 'reviews are')} marked as seen.`,
    },
    facts: {
      directory: 'Directory',
      branch: 'Branch',
      runsIn: 'Runs in',
      process: 'Process',
      model: 'Model',
      tokens: 'Tokens',
      context: 'Context',
      version: 'Claude Code',
      conversation: 'Conversation',
      ports: 'Ports',
      totalTokens: 'Whole conversation',
      toolErrors: 'Failed calls',
      apiError: 'API error',
      parent: 'Started by',
    },
    pidSince: (pid: number, at: string): string => `${pid}, since ${at}`,
    tokensInOut: (input: string, output: string): string => `${input} in, ${output} out`,
    lastText: 'Last words',
    todos: 'To do',
    todosDone: (done: number, total: number): string => `${done} of ${total} done`,
    agents: 'Sub-agents at work',
    agentThinks: 'between two calls',
    toolErrors: (n: number): string => `${n} in this turn`,
    limited: (why: string): string => `Limited: ${why}`,
    background: (n: number): string => `${plural(n, 'agent', 'agents')} in the background`,
    compacting: 'Compacting its conversation',
    suspended: 'Its process is stopped',
    desktopWorkspace: (name: string): string => `desktop workspace ${name}`,
    workspaceShort: (name: string): string => `ws ${name}`,
    inBackground: 'background',
    inEditor: 'editor',
  },

  /** The state in a sentence, for the head of the session page. `at` is a time of day, `ago` a duration. */
  sentence: {
    cannotTell: (at: string): string => `Can’t tell since ${at}`,
    needs: (at: string, ago: string, what: string): string => `Needs you since ${at} (${ago}): ${what}.`,
    needsUnsaid: 'answer it in its terminal',
    busy: (at: string, ago: string): string => `Working since ${at} (${ago})`,
    review: (at: string, ago: string): string => `Finished at ${at} (${ago} ago), not yet seen.`,
    failed: (at: string, ago: string, text: string): string => `Stopped by an error at ${at} (${ago} ago): ${text}`,
    idle: (at: string, ago: string): string => `Idle since ${at} (${ago}). It waits for your next prompt.`,
    unknown: (at: string, ago: string): string => `Can’t tell since ${at} (${ago}).`,
    suspended: (at: string): string => `Its process is stopped since ${at}. Type fg in its terminal to let it go on.`,
    ended: (at: string): string => `Ended at ${at}.`,
    guess: 'Probably. ',
  },

  explain: {
    title: 'Why this state',
    loading: 'Asking the daemon',
    refresh: 'Look again',
    rule: 'Rule',
    source: 'Source',
    said: 'Last said',
    when: 'When',
    verdict: 'Verdict',
    evidence: 'Evidence',
    newestFirst: (n: number): string => `newest first, ${n}`,
    noEvidence: 'Nothing was observed yet.',
    recheck: (at: string): string => `Time alone may change this at ${at}.`,
    sources: {
      registry: 'Registry',
      process: 'Process',
      transcript: 'Transcript',
      hook: 'Hook',
      pane: 'Pane',
      person: 'You',
      memory: 'Memory',
    },
    verdicts: {
      decided: 'Decided',
      agrees: 'Agrees',
      overruled: 'Overruled',
      'could not look': 'Could not look',
      nothing: 'Nothing',
      'not trusted': 'Not trusted',
    },
  },

  /** Parts of a row's accessible name. */
  spoken: {
    waiting: (time: string): string => `waiting ${time}`,
    since: (time: string): string => `for ${time}`,
    seconds: (n: number): string => plural(n, 'second', 'seconds'),
    minutes: (n: number): string => plural(n, 'minute', 'minutes'),
    hours: (n: number): string => plural(n, 'hour', 'hours'),
    days: (n: number): string => plural(n, 'day', 'days'),
    muted: 'muted',
    needYou: (n: number): string => `${plural(n, 'session needs', 'sessions need')} you`,
    finished: (n: number): string => `${plural(n, 'session', 'sessions')} finished`,
    oneNeeds: (name: string): string => `${name} needs you`,
    oneFinished: (name: string): string => `${name} finished`,
  },

  prompts: promptsEn,

  noAnswer: 'The daemon does not answer. Nothing was changed.',
};

/** What a language must provide. */
export type Messages = typeof en;
