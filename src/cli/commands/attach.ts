// `attach S`: brings this terminal to exactly the pane a session runs in. Not on a terminal it prints the command.

import { findTerminal } from '../attach/find-terminal.ts';
import { runThere } from '../attach/run-there.ts';
import { type Context, connect } from '../connection.ts';
import { EXIT, Failure } from '../failure.ts';
import { print } from '../output.ts';
import { pickSession } from '../pick.ts';
import { safeText } from '../text/safe-text.ts';
import { shellText } from '../text/shell-text.ts';

/** Attaches, or prints how. @returns the exit code of what was run. */
export async function attach(context: Context, wanted: string): Promise<number> {
  const session = await pickSession(await connect(context), wanted);
  const way = await findTerminal(session, context.environment);
  if (way.kind === 'elsewhere') throw new Failure(EXIT.refused, way.text);
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    const before =
      way.kind === 'attach' ? Object.entries(way.environment).map(([name, value]) => `${name}=${value}`) : [];
    const words = before.length > 0 ? ['env', ...before, ...way.words] : way.words;
    print(safeText(shellText(words)));
    return 0;
  }
  const { code, complaint } = await runThere(way, context.environment);
  if (code !== 0 && complaint !== '') throw new Failure(EXIT.failed, safeText(complaint));
  return code === 0 ? 0 : EXIT.failed;
}
