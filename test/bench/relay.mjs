// The baseline: `fs.watch` on one directory, the changed file read and sent to every WebSocket client. Nothing else.
import { readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';

const directory = process.argv[2];
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
server.on('listening', () => console.log(server.address().port));
watch(directory, (_event, name) => {
  if (!name?.endsWith('.json')) return;
  let text;
  try {
    text = readFileSync(join(directory, name), 'utf8');
  } catch {
    return;
  }
  for (const client of server.clients) client.send(text);
});
process.stdin.on('end', () => process.exit(0)).resume();
