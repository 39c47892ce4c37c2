// A tool call as one short line: `Bash · npm test`. Pure.

const LONGEST = 120;

/** The input element that says most about a call, by tool. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command'],
  Agent: ['description'],
  Task: ['description'],
  WebFetch: ['url'],
  WebSearch: ['query'],
  Grep: ['pattern'],
  Glob: ['pattern'],
  AskUserQuestion: [],
  ExitPlanMode: [],
};
const OTHERWISE = ['file_path', 'path', 'notebook_path', 'command', 'url', 'query', 'description', 'name'];

/**
 * The action line of a tool call: the tool's name, and what it works on where that fits in a line.
 * MCP tools read `server · tool`.
 */
export function actionOf(tool: string, input: Readonly<Record<string, unknown>>): string {
  const mcp = /^mcp__(.+?)__(.+)$/.exec(tool);
  if (mcp !== null) return `${mcp[1]} · ${mcp[2]}`;
  for (const name of Object.hasOwn(TELLING, tool) ? (TELLING[tool] ?? OTHERWISE) : OTHERWISE) {
    const value = input[name];
    if (typeof value !== 'string' || value.trim() === '') continue;
    // Cut first: an input may hold megabytes, and only its beginning is shown.
    const line = (value.trimStart().split('\n', 1)[0] ?? '').slice(0, LONGEST * 4).trimEnd();
    const told = `${tool} · ${line.replace(/\s+/g, ' ')}`;
    return told.length <= LONGEST ? told : `${told.slice(0, LONGEST - 1)}…`;
  }
  return tool;
}
