// Starts the scripted model on a free loopback port, as a process of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A running scripted model. */
export interface ModelServer {
  readonly port: number;
  close(): void;
}

/** Starts one. `log` is a file that gets one line for each request. */
export async function startModel(log: string): Promise<ModelServer> {
  const script = fileURLToPath(new URL('fake-model.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { PORT: '0', FAKE_MODEL_LOG: log },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(/listening (\d+)/.exec(chunk.toString())?.[1]);
  if (!port) throw new Error(`the scripted model did not start: ${chunk}`);
  return { port, close: () => child.kill('SIGKILL') };
}
