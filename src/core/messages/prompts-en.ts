// Every English sentence about prompts: the cards, the inbox, and what deserves a second look. Part of `en.ts`.

import type { Danger } from '../look-twice.ts';
import type { Ending, Meaning } from '../prompt.ts';
import { endingWords } from '../receipt-words.ts';

const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a part of a request does, after "Line 3" or at the beginning of a sentence. */
const dangers: Record<Danger, string> = {
  deletes: 'deletes with everything below',
  drops: 'drops from a database',
  empties: 'empties a table',
  discards: 'discards work that is not committed',
  'force-push': 'pushes by force: what is there is overwritten',
  'remote-delete': 'deletes on the remote',
  rewrites: 'rewrites history',
  'runs-unseen': 'runs text that is not shown here',
  outside: 'writes outside the directory',
  'runs-by-itself': 'changes what runs or is obeyed by itself later',
  opens: 'lets everybody write',
  permissions: 'changes permissions of everything below',
  disk: 'writes to a disk directly',
  root: 'runs as root',
  credentials: 'touches keys or passwords',
  stops: 'stops programs or the machine',
  remote: 'deletes or changes what runs elsewhere',
  publishes: 'publishes for everybody',
  hidden: 'holds characters that are not shown',
};

/** Our own words where Claude's options are of that kind. */
const fields: Partial<Record<Meaning, string>> = {
  allow: 'Yes, and tell Claude what to do next',
  deny: 'No, and tell Claude what to do differently',
  write: 'Type something',
  chat: 'What to talk about',
};

/** English. */
export const promptsEn = {
  inbox: 'Inbox',
  count: (prompts: number, sessions: number): string =>
    `${plural(prompts, 'prompt', 'prompts')} in ${plural(sessions, 'session', 'sessions')}`,
  openPrompts: (n: number): string => plural(n, 'open prompt', 'open prompts'),
  place: (n: number, of: number): string => `${n} of ${of}`,
  queue: 'Open prompts',
  receipts: 'Just answered',
  none: 'Nothing waits for you',
  noneText: (working: string): string => `${working} The next prompt appears here by itself.`,
  noneWorking: 'No session is working.',
  openSession: 'Open session',
  openInbox: 'Open the inbox',
  toReview: 'To review',

  region: (title: string, session: string, { n, of }: { readonly n: number; readonly of: number }): string =>
    of > 1 ? `${title}, ${session}, ${n} of ${of}` : `${title}, ${session}`,
  announce: (session: string, title: string, subject: string): string => `${session} asks: ${title}, ${subject}`,
  waits: (time: string): string => `waits ${time}`,
  fromAgent: (agent: string): string => `From the ${agent} agent`,
  inBackground: 'Runs in the background',
  everywhere: 'Every occurrence in the file',
  fold: 'Fold this card',
  unfold: 'Show this card',

  lines: (n: number): string => plural(n, 'line', 'lines'),
  risky: (n: number): string => `${n} to look at twice`,
  below: (n: number): string => `${plural(n, 'more line', 'more lines')} below`,
  unseen: (n: number): string =>
    `${plural(n, 'line of it is', 'lines of it are')} only on its terminal. Read all of it there, then answer.`,
  lookTwice: 'Look twice',
  dangers,
  atLine: (line: number, text: string): string => `Line ${line} ${text}`,
  sentence,
  command: 'Command',
  editCommand: 'Change the command',
  editing: 'Runs what stands here, after Yes.',
  onlyYes: 'Only Yes takes a changed command.',
  undoEdit: 'As Claude wrote it',
  change: 'Change',
  added: 'added',
  removed: 'removed',
  unchanged: (n: number): string => plural(n, 'unchanged line', 'unchanged lines'),
  noNewText: 'This file becomes empty.',
  content: 'New content',
  address: 'Address',
  serverTool: (server: string, tool: string): string => `${server} · ${tool}`,
  plan: 'Plan',
  screen: 'What its screen shows',
  nothing: 'What it asks is not known.',

  options: 'Answers',
  fields,
  fieldOf: (label: string): string => `Text with “${label}”`,
  sayWhy: 'or say why',
  addText: 'with words',
  send: 'Send',
  notTerminalNumbers: 'These are not the terminal’s numbers.',
  readFirst: (n: number): string => `Not all of it was on the screen yet. Read to its end, then press ${n} again.`,
  writeFirst: 'Write something first.',

  chooseOne: 'Choose one',
  chooseAny: 'Choose any number',
  questions: (n: number): string => `Claude has ${n} questions`,
  question: (n: number): string => `Question ${n}`,
  answered: 'answered',
  back: 'Back',
  next: 'Next',
  review: 'Review',
  reviewTitle: 'Your answers',
  noAnswer: 'No answer yet',
  submit: 'Submit',
  submitAnswers: 'Submit answers',
  typeSomething: 'Type something',
  answerQuestions: (n: number): string => (n === 1 ? 'Answer the question' : `Answer ${n} questions`),

  formFrom: (server: string): string => `Asked by the MCP server ${server}`,
  required: 'required',
  optional: 'optional',
  choose: 'Choose',
  invalid: {
    missing: 'This is required.',
    number: 'This must be a number.',
    integer: 'This must be a whole number.',
  },
  formAtTerminal: 'This form has fields that cannot be drawn here. Fill it in at its terminal.',

  openToAnswer: 'Open to answer',
  open: 'Open',
  openTerminal: 'Open terminal',
  attachWith: 'In a terminal on that machine:',
  copy: 'Copy',
  copied: 'Copied',
  retry: 'Retry',
  lookAgain: 'Look again',
  retryIn: (n: number, of: number, seconds: number): string => `Retry ${n} of ${of} in ${seconds}s`,
  retrying: (n: number, of: number): string => `Retry ${n} of ${of}`,
  gaveUp: (tries: number): string => `Read ${plural(tries, 'time', 'times')}. It is not read again by itself.`,
  unreadableTitle: 'Could not read this prompt',
  unreadable: 'Claude is waiting. Tallymux will not guess what the keys mean here.',
  terminalTitle: 'Answer at its terminal',
  terminalOnly: 'Nothing can be sent to this session from here.',
  notConfirmed: 'An answer was sent, but its effect was not seen. Nothing more was sent.',
  notConfirmedOf: (label: string): string => `“${label}” was sent, but its effect was not seen. Nothing more was sent.`,
  sending: (label: string): string => `Sending “${label}”`,
  sendingElsewhere: 'An answer is on its way from another device.',
  changed: (label: string, subject: string): string =>
    `Your “${label}” was for ${subject}. Claude now asks something else, so it was not sent.`,
  changedTitle: 'This prompt changed',
  refused: (label: string, why: string): string => `“${label}” was not sent. ${why}`,
  maybeAnswered: 'It may have been answered in the terminal already.',
  readOnly: 'This device may only look. Pair it again as a full device to answer.',
  away: 'Not connected. Nothing can be answered now.',
  understood: 'Close',

  receipt: {
    allowed: 'Allowed',
    denied: 'Denied',
    answered: 'Answered',
    /** Before what was asked. */
    ending: (ending: Ending): string => `${sentence(endingWords(ending))}:`,
    already: 'Already answered:',
    tooLate: 'Too late.',
    sent: 'sent:',
    from: (device: string, at: string): string => `from ${device}, ${at}`,
    commandLine: 'the command line',
  },

  hints: { answer: 'answer', to: 'to', move: 'move', text: 'say what to do instead', session: 'session' },
};
