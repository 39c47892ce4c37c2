// The names that the launcher gives to what it makes: `<its pid>.<Claude's pid>`, and a number more where that is taken.
// A name comes from a directory that others may write into: it is joined into a path only when it is one of these.

const NAME = /^([1-9]\d{0,9})\.(?:0|[1-9]\d{0,9})(?:\.[1-9])?$/;
const GONE = '.gone';

/** Whether a launcher may have given this name. */
export function isLauncherName(name: string): boolean {
  return NAME.test(name);
}

/** Of the file that a launcher leaves when it is killed while it waits, the launcher's name; `null` for other files. */
export function goneLauncher(file: string): string | null {
  const name = file.endsWith(GONE) ? file.slice(0, -GONE.length) : '';
  return isLauncherName(name) ? name : null;
}

/** Whether the process lives that gave something its name, `<pid>.…`; another process may have that pid by now. */
export function writerLives(name: string): boolean {
  const pid = /^([1-9]\d{0,9})\./.exec(name)?.[1];
  if (pid === undefined) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
