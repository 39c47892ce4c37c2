#!/usr/bin/env node
import crypto from 'node:crypto';
import fs from 'node:fs';
// fake-model.mjs - a scripted stand-in for the Anthropic Messages API (no dependencies).
//
//   PORT=4010 node fake-model.mjs            (PORT=0 picks a free port; prints "listening PORT")
//   FAKE_MODEL_LOG=/path/requests.jsonl      log every request (one JSON per line)
//   FAKE_MODEL_LOG_FULL=1                    ... with the whole request body
//
// The USER'S PROMPT is the script. Every line (or part between " ;; ") that starts with a known
// directive is one action; consecutive `say`/modifier lines join the next tool call into one
// assistant message ("step"). Step k is served when k assistant messages already follow the prompt,
// so the server keeps no conversation state. A prompt without directives gets a short text answer.
//
//   say: TEXT            text                       stream: N [MS]  N words, MS (200) ms apart
//   think: TEXT          thinking block             sleep: S        wait S seconds before this message
//   bash: CMD            Bash (\n in CMD = newline) bgbash: CMD     Bash run_in_background
//   write: PATH TEXT     Write                      edit: PATH OLD => NEW    Edit
//   read: PATH           Read                       webfetch: URL   WebFetch
//   ask: Q? | A | B      AskUserQuestion            askmulti: Q? | A | B     multiSelect
//   ask2: Q? | A | B // Q2? | C | D // ...          several questions (prefix a question with * = multi)
//   plan: MARKDOWN       ExitPlanMode (writes the plan file named in the system reminder when there is one)
//   planlines: N TEXT    a plan of N numbered lines      bashlines: N CMD {i}   one Bash call of N lines
//   enterplan:           EnterPlanMode
//   task: PROMPT         Agent, foreground; PROMPT is itself a script (use " ;; " inside -> write it as " ,, ")
//   bgtask: PROMPT       Agent in background
//   tool: NAME JSON      any tool (MCP, TaskCreate, EnterWorktree, CronCreate ...)
//   tools: N             N sequential Bash `echo` calls     parallel: N [CMD {i}]   N Bash calls in one message
//   error: 500|429|529|400|401|overloaded|drop [xTIMES]   fail this step (always, or the first TIMES attempts)
//   usage: N             report N input tokens (to provoke auto-compact)
//   stop: REASON         override stop_reason (max_tokens, refusal ...)
// When the script is exhausted the turn ends with "Done." (or the trailing say: text).
import http from 'node:http';

const PORT = Number(process.env.PORT ?? 4010);
const LOG = process.env.FAKE_MODEL_LOG;
const id = (p) => p + crypto.randomBytes(12).toString('hex');
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const attempts = new Map();
const nl = (s) => s.replace(/\\n/g, '\n');

const DIRECTIVE =
  /^\s*(say|stream|think|sleep|bash|bgbash|write|edit|read|webfetch|ask|askmulti|ask2|plan|planlines|bashlines|enterplan|task|bgtask|tool|tools|parallel|error|usage|stop):(?:\s|$)(.*)$/s;
const MODIFIER = new Set(['say', 'stream', 'think', 'sleep', 'error', 'usage', 'stop']);

/** Text of a message's own text blocks, without injected <system-reminder> etc. */
function ownText(m) {
  const parts =
    typeof m.content === 'string' ? [m.content] : m.content.filter((b) => b.type === 'text').map((b) => b.text);
  return parts
    .map((t) =>
      t.replace(/<(system-reminder|command-[a-z]+|local-command-[a-z]+|task-notification)>[\s\S]*?<\/\1>/g, ''),
    )
    .join('\n')
    .trim();
}
const hasToolResult = (m) => Array.isArray(m.content) && m.content.some((b) => b.type === 'tool_result');

/** The prompt in force: the last user message with own text that carries directives, else the last text. */
function findPrompt(messages) {
  for (let i = messages.length - 1; i >= 0; i--) {
    const m = messages[i];
    if (m.role !== 'user') continue;
    const text = ownText(m);
    if (!text) continue;
    const scripted = text.split(/\n|\s;;\s/).some((l) => DIRECTIVE.test(l));
    if (hasToolResult(m) && !scripted) continue; // text riding along with a tool result
    return { text, at: i, step: messages.slice(i + 1).filter((x) => x.role === 'assistant').length };
  }
  return { text: '', at: -1, step: 0 };
}

const questions = (spec, forceMulti) =>
  spec.split(' // ').map((q, i) => {
    const [head, ...opts] = q.split('|').map((s) => s.trim());
    const multi = forceMulti || head.startsWith('*');
    return {
      question: head.replace(/^\*/, ''),
      header: `Topic ${i + 1}`,
      multiSelect: multi,
      options: opts.map((label) => ({ label, description: `Choose ${label}` })),
    };
  });

/** N lines of a text, `{i}` being the number. */
const numbered = (count, text) => Array.from({ length: Number(count) }, (_, i) => text.replaceAll('{i}', i + 1));

/** One directive -> list of tool calls [{name,input}] */
function toolCalls(kind, arg) {
  const bash = (command, extra) => ({
    name: 'Bash',
    input: { command: nl(command), description: 'Run a lab command', ...extra },
  });
  const [first, rest] = [arg.split(/\s/)[0], arg.slice(arg.split(/\s/)[0].length + 1)];
  switch (kind) {
    case 'bash':
      return [bash(arg)];
    case 'bgbash':
      return [bash(arg, { run_in_background: true })];
    case 'write':
      return [{ name: 'Write', input: { file_path: first, content: nl(rest) } }];
    case 'edit': {
      const [o, n] = rest.split(' => ');
      return [{ name: 'Edit', input: { file_path: first, old_string: nl(o), new_string: nl(n ?? '') } }];
    }
    case 'read':
      return [{ name: 'Read', input: { file_path: first } }];
    case 'webfetch':
      return [{ name: 'WebFetch', input: { url: arg, prompt: 'Summarise the page' } }];
    case 'ask':
    case 'ask2':
      return [{ name: 'AskUserQuestion', input: { questions: questions(arg, false) } }];
    case 'askmulti':
      return [{ name: 'AskUserQuestion', input: { questions: questions(arg, true) } }];
    case 'enterplan':
      return [{ name: 'EnterPlanMode', input: {} }];
    case 'task':
    case 'bgtask':
      return [
        {
          name: 'Agent',
          input: {
            description: 'Lab subtask',
            subagent_type: 'general-purpose',
            prompt: arg.replaceAll(' ,, ', ' ;; '),
            run_in_background: kind === 'bgtask',
          },
        },
      ];
    case 'bashlines':
      return [bash(numbered(first, rest).join('\n'))];
    case 'tool':
      return [{ name: first, input: rest.trim() ? JSON.parse(rest) : {} }];
    case 'parallel':
      return Array.from({ length: Number(first) || 2 }, (_, i) =>
        bash((rest || 'echo parallel {i}').replaceAll('{i}', i + 1)),
      );
    default:
      return [];
  }
}

/** Script text -> steps; a step is {text, think, sleep, stream, error, usage, stop, calls} */
function compile(text, planFile) {
  const steps = [];
  let cur = {};
  const flush = () => {
    steps.push(cur);
    cur = {};
  };
  for (const line of text.split(/\n|\s;;\s/)) {
    const m = DIRECTIVE.exec(line);
    if (!m) continue;
    const [kind, arg] = [m[1], m[2].trim()];
    if (kind === 'tools') {
      for (let i = 1; i <= Number(arg || 1); i++) {
        cur.calls = toolCalls('bash', `echo tool ${i}`);
        flush();
      }
      continue;
    }
    if (kind === 'plan' || kind === 'planlines') {
      const [count, ...words] = arg.split(' ');
      const text = kind === 'plan' ? nl(arg) : ['# Long', ...numbered(count, words.join(' '))].join('\n');
      if (planFile) {
        cur.calls = [{ name: 'Write', input: { file_path: planFile, content: text } }];
        flush();
      }
      cur.calls = [{ name: 'ExitPlanMode', input: { plan: text } }];
      flush();
      continue;
    }
    if (!MODIFIER.has(kind)) {
      cur.calls = toolCalls(kind, arg);
      flush();
      continue;
    }
    if (kind === 'say') cur.text = (cur.text ? `${cur.text}\n` : '') + nl(arg);
    else if (kind === 'stream') {
      const [n, ms] = arg.split(/\s+/).map(Number);
      cur.text = Array.from({ length: n || 20 }, (_, i) => `word${i + 1}`).join(' ');
      cur.stream = ms || 200;
    } else if (kind === 'sleep') cur.sleep = Number(arg);
    else if (kind === 'think') cur.think = arg;
    else cur[kind] = arg;
  }
  if (Object.keys(cur).length) flush();
  return steps;
}

/** Harmless answers for side requests (titles, topics, suggestions, summaries). null = a main request. */
function sideAnswer(body, prompt) {
  const sys = typeof body.system === 'string' ? body.system : (body.system ?? []).map((b) => b.text).join('\n');
  const last = prompt.text;
  if (/create a detailed summary of|Your task is to create a (detailed )?summary/i.test(last))
    return '<analysis>lab</analysis>\n<summary>\n1. Primary Request and Intent: lab conversation.\n2. Current Work: none.\n</summary>';
  const schema = body.output_config?.format?.schema ?? body.output_format?.schema;
  if (schema)
    return JSON.stringify(
      Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([k, v]) => [
          k,
          v.type === 'boolean'
            ? false
            : v.type === 'number' || v.type === 'integer'
              ? 0
              : v.type === 'array'
                ? []
                : k === 'title'
                  ? 'Lab session'
                  : 'lab',
        ]),
      ),
    );
  if (/title/i.test(sys) && !body.tools?.length) return 'Lab session';
  if (!body.tools?.length && !/You are Claude Code/i.test(sys)) return 'lab';
  if ((body.max_tokens ?? 0) <= 1) return 'ok'; // quota / warm-up probes
  return null;
}

function plan(body) {
  const prompt = findPrompt(body.messages ?? []);
  const side = sideAnswer(body, prompt);
  if (side !== null) return { step: { text: side }, prompt, side: true };
  const all = JSON.stringify(body.messages ?? []);
  const planFile = /([^\s"'`\\]+\/plans\/[\w.-]+\.md)/.exec(all)?.[1];
  const steps = compile(prompt.text, planFile);
  const step = steps[prompt.step] ?? { text: steps.length ? 'Done.' : `You said: ${prompt.text.slice(0, 200)}` };
  return { step, prompt, side: false };
}

const ERRORS = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

function blocks(step) {
  const out = [];
  if (step.think) out.push({ type: 'thinking', thinking: step.think, signature: 'c2ln' });
  const calls = step.calls ?? [];
  if (step.text || !calls.length) out.push({ type: 'text', text: step.text ?? 'Done.' });
  for (const c of calls) out.push({ type: 'tool_use', id: id('toolu_'), name: c.name, input: c.input });
  return out;
}

async function messages(req, res, body) {
  const { step, prompt, side } = plan(body);
  log(req, body, { side, step: prompt.step, prompt: prompt.text.slice(0, 200) });
  if (step.sleep) await sleep(step.sleep * 1000);
  if (step.error) {
    const [what, times] = step.error.split(/\s+x?/);
    const key = crypto.createHash('md5').update(`${prompt.text}#${prompt.step}`).digest('hex');
    const n = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, n);
    if (!times || n <= Number(times)) {
      if (what === 'drop') return res.socket.destroy();
      const code = what === 'overloaded' ? 529 : Number(what) || 500;
      const headers = code === 429 ? { 'retry-after': '1' } : {};
      return json(
        res,
        code,
        {
          type: 'error',
          error: { type: ERRORS[code] ?? 'api_error', message: `Lab error ${code}` },
          request_id: id('req_'),
        },
        headers,
      );
    }
  }
  const content = blocks(step);
  const hasTool = content.some((b) => b.type === 'tool_use');
  const stop_reason = step.stop ?? (hasTool ? 'tool_use' : 'end_turn');
  const input_tokens = Number(step.usage) || Math.ceil(JSON.stringify(body.messages ?? []).length / 4);
  const usage = {
    input_tokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: Math.ceil(JSON.stringify(content).length / 4),
    service_tier: 'standard',
  };
  const msg = {
    id: id('msg_'),
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  };
  if (!body.stream) return json(res, 200, { ...msg, content, stop_reason, usage });

  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'request-id': id('req_') });
  const send = (type, data) => {
    if (!res.destroyed) res.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send('message_start', { message: msg });
  for (const [index, b] of content.entries()) {
    if (b.type === 'text') {
      send('content_block_start', { index, content_block: { type: 'text', text: '' } });
      for (const piece of b.text.match(/\S+\s*|\s+/g) ?? []) {
        if (res.destroyed) return;
        send('content_block_delta', { index, delta: { type: 'text_delta', text: piece } });
        if (step.stream) await sleep(step.stream);
      }
    } else if (b.type === 'thinking') {
      send('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } });
      send('content_block_delta', { index, delta: { type: 'thinking_delta', thinking: b.thinking } });
      send('content_block_delta', { index, delta: { type: 'signature_delta', signature: b.signature } });
    } else {
      send('content_block_start', { index, content_block: { ...b, input: {} } });
      send('content_block_delta', {
        index,
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(b.input) },
      });
    }
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage });
  send('message_stop', {});
  res.end();
}

function json(res, code, obj, headers = {}) {
  res.writeHead(code, { 'content-type': 'application/json', 'request-id': id('req_'), ...headers });
  res.end(JSON.stringify(obj));
}
function log(req, body, extra) {
  if (!LOG) return;
  const line = {
    t: new Date().toISOString(),
    method: req.method,
    url: req.url,
    model: body?.model,
    stream: body?.stream,
    tools: body?.tools?.length,
    messages: body?.messages?.length,
    ...extra,
  };
  if (process.env.FAKE_MODEL_LOG_FULL) line.body = body;
  fs.appendFileSync(LOG, `${JSON.stringify(line)}\n`);
}

const server = http.createServer(async (req, res) => {
  const chunks = [];
  for await (const c of req) chunks.push(c);
  let body = {};
  try {
    body = JSON.parse(Buffer.concat(chunks).toString() || '{}');
  } catch {
    /* not JSON */
  }
  const path = req.url.split('?')[0];
  try {
    if (req.method === 'POST' && path === '/v1/messages') return await messages(req, res, body);
    log(req, body);
    if (req.method === 'POST' && path === '/v1/messages/count_tokens')
      return json(res, 200, { input_tokens: Math.ceil(JSON.stringify(body).length / 4) });
    if (path === '/v1/models') return json(res, 200, { data: [], has_more: false });
    if (req.method === 'HEAD' || path === '/') {
      res.writeHead(200);
      return res.end();
    }
    return json(res, 404, { type: 'error', error: { type: 'not_found_error', message: `no such path ${path}` } });
  } catch (e) {
    if (!res.headersSent) json(res, 500, { type: 'error', error: { type: 'api_error', message: String(e) } });
    else res.end();
  }
});
server.listen(PORT, '127.0.0.1', () => console.log('listening', server.address().port));
