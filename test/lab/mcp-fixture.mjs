// minimal MCP stdio server: tool `deploy` (no annotations) and `survey` (uses elicitation)
import readline from 'node:readline';

let n = 100;
/** A form with one field of each kind. */
const REGISTER = {
  message: 'Who deploys, and where?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Your name', description: 'Who deploys' },
      count: { type: 'integer', minimum: 1, maximum: 99 },
      ratio: { type: 'number' },
      confirm: { type: 'boolean', description: 'Really?' },
      region: { type: 'string', enum: ['eu', 'us', 'ap'], enumNames: ['Europe', 'America', 'Asia'] },
      tags: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } },
    },
    required: ['name', 'region'],
  },
};
const waiting = new Map();
const out = (o) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...o })}\n`);
readline.createInterface({ input: process.stdin }).on('line', async (l) => {
  const m = JSON.parse(l);
  if (m.method === 'initialize')
    return out({
      id: m.id,
      result: {
        protocolVersion: m.params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'lab', version: '1.0.0' },
      },
    });
  if (m.method === 'tools/list')
    return out({
      id: m.id,
      result: {
        tools: [
          {
            name: 'deploy',
            description: 'Deploy the shop',
            inputSchema: { type: 'object', properties: { env: { type: 'string' } } },
          },
          { name: 'survey', description: 'Ask the user', inputSchema: { type: 'object', properties: {} } },
          { name: 'register', description: 'Ask for more', inputSchema: { type: 'object', properties: {} } },
        ],
      },
    });
  if (m.method === 'tools/call') {
    if (m.params.name === 'register') {
      const id = n++;
      waiting.set(id, m.id);
      return out({ id, method: 'elicitation/create', params: REGISTER });
    }
    if (m.params.name === 'survey') {
      const id = n++;
      waiting.set(id, m.id);
      return out({
        id,
        method: 'elicitation/create',
        params: {
          message: 'Which region should I deploy to?',
          requestedSchema: {
            type: 'object',
            properties: {
              region: { type: 'string', enum: ['eu', 'us'], description: 'Region' },
              confirm: { type: 'boolean', description: 'Really?' },
            },
            required: ['region'],
          },
        },
      });
    }
    return out({
      id: m.id,
      result: { content: [{ type: 'text', text: `deployed ${JSON.stringify(m.params.arguments)}` }] },
    });
  }
  if (waiting.has(m.id)) {
    out({
      id: waiting.get(m.id),
      result: { content: [{ type: 'text', text: `answer ${JSON.stringify(m.result ?? m.error)}` }] },
    });
    return;
  }
  if (m.id !== undefined && m.method) out({ id: m.id, result: {} });
});
