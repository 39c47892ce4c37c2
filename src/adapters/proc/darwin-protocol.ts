// Reads what `ps` and `lsof` of macOS print. Pure; it never runs them.

/** The columns of `ps` that we ask for; the last may hold spaces. The headings are empty, so that none is printed. */
export const PS_COLUMNS = 'pid=,ppid=,uid=,stat=,tty=,lstart=,comm=';

/** One line of `ps`. */
export interface PsLine {
  readonly pid: number;
  readonly parent: number;
  readonly uid: number;
  /** First letter of `stat`: `R S I U T Z`. */
  readonly state: string;
  readonly tty: string | null;
  /** Epoch milliseconds, exact to the second. */
  readonly startedAt: number;
  /** Path of the executable. */
  readonly executable: string;
}

const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+([A-Z])\S*\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]{8}\s+\d{4})\s+(.*)$/;

/** Reads `ps` with `PS_COLUMNS`, `LC_ALL=C`; lines of another form are left out. Its times are local, as are ours. */
export function parsePs(text: string): PsLine[] {
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, uid, state = '', tty = '', started = '', executable = ''] = LINE.exec(line) ?? [];
    const startedAt = Date.parse(started);
    if (pid === undefined || Number.isNaN(startedAt)) return [];
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        uid: Number(uid),
        state,
        tty: tty.startsWith('tty') ? `/dev/${tty}` : null,
        startedAt,
        executable: executable.trimEnd(),
      },
    ];
  });
}

/**
 * Splits a command line. macOS shows it joined by spaces only, so an argument that holds spaces comes out as several:
 * there, a session whose whole prompt is `daemon status` cannot be told from the command of that name.
 */
export function splitArguments(text: string): string[] {
  return text.trim().split(/ +/);
}

/**
 * The environment that `ps -E` prints behind the command line.
 * @param withEnvironment what `ps -Eww -o command=` printed.
 * @param commandLine what `ps -ww -o command=` printed.
 */
export function environmentBehind(withEnvironment: string, commandLine: string): Map<string, string> {
  const environment = new Map<string, string>();
  if (!withEnvironment.startsWith(commandLine.trimEnd())) return environment;
  const rest = withEnvironment.slice(commandLine.trimEnd().length).trim();
  for (const entry of rest.split(/ (?=[A-Za-z_][A-Za-z0-9_]*=)/)) {
    const equals = entry.indexOf('=');
    if (equals > 0 && !environment.has(entry.slice(0, equals))) {
      environment.set(entry.slice(0, equals), entry.slice(equals + 1));
    }
  }
  return environment;
}

/** Reads `lsof -Fn -d cwd`: the working directory of each pid. */
export function parseLsof(text: string): Map<number, string> {
  const directories = new Map<number, string>();
  let pid = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    if (line.startsWith('n') && pid > 0) directories.set(pid, line.slice(1));
  }
  return directories;
}

/** Reads `lsof -Fpn -iTCP -sTCP:LISTEN`: the ports that each pid listens on. Names read `*:3000`, `[::1]:5173`. */
export function parseListeners(text: string): Map<number, number[]> {
  const listeners = new Map<number, number[]>();
  let pid = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    const port = Number(/^n.*:(\d{1,5})$/.exec(line)?.[1] ?? 0);
    if (port > 0 && pid > 0) listeners.set(pid, [...(listeners.get(pid) ?? []), port]);
  }
  return listeners;
}
