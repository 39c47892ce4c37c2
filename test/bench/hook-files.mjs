// What the launcher hands over, written by hand: for measuring how fast it is taken without starting one each time.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ pid: number, conversation: string, cwd: string, transcript: string }} HookedSession */

/**
 * Lets every stand-in play one turn, so that its transcript is there, then takes the level out of its registry file: from
 * then on each hook moves the state at once, and nothing else does.
 * @returns {Promise<HookedSession[]>} the sessions as their hooks name them.
 */
export async function hookedSessions(place, standIns) {
  for (const { name } of standIns.sessions) {
    await standIns.perform(name, { do: 'prompt', text: 'Go on' });
    await standIns.perform(name, { do: 'finish', text: 'Done.' });
  }
  return standIns.sessions.map(({ pid }) => {
    const path = join(place.claude, 'sessions', `${pid}.json`);
    const {
      status: _status,
      statusUpdatedAt: _at,
      waitingFor: _for,
      ...entry
    } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...entry, version: '2.1.112' }));
    const { sessionId: conversation, cwd } = entry;
    const folder = cwd.replace(/[^a-zA-Z0-9]/g, '-');
    return { pid, conversation, cwd, transcript: join(place.claude, 'projects', folder, `${conversation}.jsonl`) };
  });
}

/** The payload of the hook that begins or ends turn `turn`, as one line, and the state that it leaves. */
export function turnHook({ conversation, cwd, transcript }, turn, begins) {
  const event = begins ? 'UserPromptSubmit' : 'Stop';
  const payload = {
    session_id: conversation,
    transcript_path: transcript,
    cwd,
    prompt_id: `turn-${turn}`,
    permission_mode: 'default',
    hook_event_name: event,
    ...(begins
      ? { prompt: 'Go on' }
      : { stop_hook_active: false, last_assistant_message: 'Done.', background_tasks: [] }),
  };
  return { event, state: begins ? 'busy' : 'review', payload: `${JSON.stringify(payload)}\n` };
}

/** A whole file of the spool. */
export function spoolFile(event, pid, payload) {
  const uptime = readFileSync('/proc/uptime', 'utf8').split(' ')[0];
  return `event ${event}\npid ${pid}\nppid ${pid}\nentrypoint cli\ntmux \npane \nask \nbackground \nuptime ${uptime}\n\n${payload}`;
}
