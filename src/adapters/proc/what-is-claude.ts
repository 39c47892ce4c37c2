// Tells from an executable and an argument list whether a process is Claude Code. Pure; it never searches a command line
// for the word: `grep claude` and `vim ~/claude/notes` are not Claude.

/** What one process says of itself. */
export interface Candidate {
  /** Path of the executable, `null` where it cannot be read. */
  readonly executable: string | null;
  /** Arguments, the executable's own name first. */
  readonly argv: readonly string[];
  /** `argv[1]` with links resolved, read only where the executable is Node; `null` otherwise. */
  readonly script: string | null;
}

/** Tools inside Claude's own executable, chosen by the name it is started under. */
const TOOLS_INSIDE = new Set(['rg', 'ugrep', 'bfs', 'grep', 'find']);

/** Whether this is a process of Claude Code, its helpers included; see `roleOf` for which of them is a session. */
export function isClaude(candidate: Candidate): boolean {
  const name = nameOf(candidate.argv[0] ?? '');
  // The desktop app's renderers and its bundled scripts, whatever they are called.
  if (candidate.argv[1]?.startsWith('--type=') || candidate.argv[1]?.endsWith('.asar')) return false;
  if (TOOLS_INSIDE.has(name)) return false;
  if (name === 'claude') return true;
  if (candidate.executable !== null && isClaudeExecutable(candidate.executable)) return true;
  return isNode(candidate) && candidate.script !== null && isClaudeScript(candidate.script);
}

/** Whether Node runs it, so that `argv[1]` is worth resolving. */
export function isNode({ executable, argv }: Pick<Candidate, 'executable' | 'argv'>): boolean {
  return [baseName(executable ?? ''), baseName(argv[0] ?? '')].some((name) => name === 'node' || name === 'nodejs');
}

/** `…/node_modules/@anthropic-ai/claude-code/cli.js`, in whichever prefix it was installed. */
export function isClaudeScript(path: string): boolean {
  return /\/@anthropic-ai\/claude-code\/cli\.m?js$/.test(path);
}

/** A binary called `claude`, or one of the installer's, which are called by their version (`…/claude/versions/2.1.332`). */
function isClaudeExecutable(path: string): boolean {
  // Linux says so of a binary that an update replaced while it runs.
  const clean = path.replace(/ \(deleted\)$/, '');
  return baseName(clean) === 'claude' || /\/claude\/versions\/\d+\.\d+\.\d+[^/]*$/.test(clean);
}

/** The last part of a path; Claude's background helpers put their own name behind it (`claude bg-spare`). */
function nameOf(argument: string): string {
  return baseName(argument.replace(/ bg-(spare|pty-host)$/, ''));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
