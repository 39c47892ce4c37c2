// A paired WebSocket client, as the panel is one, and the bare relay it is compared with.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';

/** Pairs with a daemon and follows its changes. `onChange` is called at once with each change frame. */
export async function openViewer(daemon, onChange) {
  const origin = new URL(daemon.status.url).origin;
  const { code } = await daemon.ask('pair');
  const response = await fetch(`${origin}/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code, name: 'bench' }),
  });
  if (!response.ok) throw new Error(`pairing: ${response.status} ${await response.text()}`);
  const { secret } = await response.json();
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { cookie, origin } });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no snapshot within 5 s')), 5000);
    socket.on('open', () => {
      socket.send(JSON.stringify({ frame: 'hello', contract: daemon.status.contract, secret }));
    });
    socket.on('error', reject);
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString());
      if (frame.frame === 'change') onChange(frame);
      if (frame.frame !== 'snapshot') return;
      clearTimeout(late);
      resolve({ snapshot: frame, close: () => socket.close() });
    });
  });
}

/** A process that does nothing but read a changed file and send it on; `onFile` gets each file's content. */
export async function openRelay(directory, onFile) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('relay.mjs', import.meta.url)), directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('message', (data) => onFile(data.toString()));
  return {
    close: () => {
      socket.close();
      child.stdin.end();
    },
  };
}
