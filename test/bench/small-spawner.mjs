// Starts programs as Claude Code does: from a process that copies nothing of its memory for it (`vfork`). A spawn by
// Node copies the tables of all memory that this Node has touched, which can take longer than the program that it starts.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Its own name must not end as a shell's does: the launcher would look for a Claude above it. */
const SCRIPT = `#!/bin/sh
while read -r CLAUDE_PID input command; do
  export CLAUDE_PID
  $command <"$input" >/dev/null 2>&1
  echo $?
done
`;

/**
 * Opens one, with its files in `directory`, which must have no blank in its path. It runs one program at a time.
 * @param environment what the programs get, whole.
 */
export function openSpawner(directory, environment) {
  const script = join(directory, 'spawner');
  const input = join(directory, 'spawner-input');
  writeFileSync(script, SCRIPT, { mode: 0o700 });
  const child = spawn(script, [], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout });
  return {
    /**
     * Starts `command`, words without blanks in them, below a Claude of this pid, and has it read `payload`.
     * @returns when it was told to, by `performance.now()`, and a promise of its end, which fails as the program does.
     */
    run(command, payload, pid = 1) {
      writeFileSync(input, payload);
      const over = new Promise((resolve, reject) => {
        const failed = (code) => new Error(`${command.join(' ')}: exit ${code}`);
        answers.once('line', (code) => (code === '0' ? resolve() : reject(failed(code))));
      });
      const began = performance.now();
      child.stdin.write(`${pid} ${input} ${command.join(' ')}\n`);
      return { began, over };
    },
    close: () => child.stdin.end(),
  };
}
