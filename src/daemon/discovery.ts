// Finds sessions and matches what is seen to who it is: registry entries and processes in, evidence for sessions out.

import type { ClaudeProcess, ProcessLook } from '../core/process.ts';
import type { RegistryEntry, RegistrySight } from '../core/registry.ts';
import type { ClaudeDirectories } from './claude-directories.ts';
import type { Conversations } from './conversations.ts';
import type { Keeping } from './keeping.ts';
import { type Living, runsAs } from './living.ts';
import { type MeetingOptions, meetSessions } from './meeting.ts';
import type { Processes, Store } from './ports.ts';
import type { Votes } from './votes.ts';

/** How far a registry file's `startedAt` may lie after the process's start, in ms; before it, the clock's grain. */
const BOOT = { before: 2_000, after: 10_000 };
/** How long a key may stand alone before it means a start dialog, in milliseconds. */
const KEY_ALONE = 1_500;
/** A Claude that is still starting works; one at a dialog uses at most so much processor time in so long, in ms. */
const QUIET = { cpu: 40, during: 500 };

/** What discovery needs around it. */
export interface DiscoveryOptions extends MeetingOptions {
  readonly processes: Processes;
  readonly directories: ClaudeDirectories;
  readonly conversations: Conversations;
  readonly votes: Votes;
  readonly store: Pick<Store, 'label' | 'setLabel'>;
  readonly keeping: Keeping;
  readonly log: (text: string) => void;
  /** Reads one pid's registry file again. */
  readonly readRegistry: (claudeDirectory: string, pid: number) => void;
}

/** Discovery of one daemon. */
export interface Discovery {
  /** A registry said something about a pid. */
  sight(claudeDirectory: string, sight: RegistrySight): Promise<void>;
  /** The whole process table was read. */
  scanned(processes: readonly ClaudeProcess[]): void;
  /** Known processes were looked at. */
  looked(looks: readonly ProcessLook[]): void;
  /** The live session of a pid that something spoke of, met now if it is a Claude of ours; not settled yet. */
  spoken(pid: number): Promise<Living | null>;
  /** A session is in another conversation since something was told. */
  renamed(living: Living): void;
}

/** Discovers sessions into `options.sessions`. */
export function discoverSessions(options: DiscoveryOptions): Discovery {
  const { processes, directories, sessions, conversations, votes, store, keeping, clock, log } = options;
  const { knownAs, meet, meetForeign } = meetSessions(options);
  /** The newest sight of a pid whose process is being looked up. */
  const pending = new Map<string, RegistrySight>();
  /** Why a pid's registry file cannot be read, as it was last logged: read again and again, it is told once. */
  const unreadable = new Map<string, string>();

  const entryTold = (living: Living, entry: RegistryEntry) => {
    const before = living.picture;
    if (entry.kind === 'bg') living.kind = 'background';
    if (entry.jobId !== null) sessions.rekey(living, `job:${entry.jobId}`);
    living.name = entry.name;
    living.version = entry.version ?? living.version;
    living.cwd = entry.cwd;
    sessions.tell(living, [
      {
        source: 'registry',
        kind: 'read',
        at: clock.steady(),
        status: entry.status,
        waitingFor: entry.waitingFor,
        conversation: entry.conversation,
        cwd: entry.cwd,
        name: entry.name,
        version: entry.version,
        statusUpdatedAt: entry.statusUpdatedAt,
      },
    ]);
    votes.apply(living);
    if (before.conversation !== living.picture.conversation) carryLabel(living);
    conversations.follow(living);
    if (before.level?.word !== entry.status) conversations.readNow(living);
    sessions.settle(living);
  };

  /** A label belongs to the work: it follows into a new conversation, and comes back when an old one is resumed. */
  const carryLabel = (living: Living) => {
    const { conversation } = living.picture;
    if (conversation === null) return;
    const { label } = living;
    if (label === null) living.label = store.label(conversation);
    else keeping.write(() => store.setLabel(conversation, label));
  };

  const foreignTold = (claudeDirectory: string, entry: RegistryEntry, domain: string) => {
    const living = meetForeign(claudeDirectory, entry, domain);
    sessions.tell(living, [{ source: 'registry', kind: 'foreign', at: clock.steady(), domain }]);
    sessions.settle(living);
  };

  const entrySeen = async (claudeDirectory: string, entry: RegistryEntry) => {
    const domain = processes.domain();
    if (entry.pidDomain !== null && domain !== null && entry.pidDomain !== domain)
      return foreignTold(claudeDirectory, entry, entry.pidDomain);
    const known = sessions.byPid(claudeDirectory, entry.pid);
    if (known !== undefined && fits(entry, known.origin.process?.startTicks ?? '', known.origin.startedAt))
      return entryTold(known, entry);
    const process = await lookUp(claudeDirectory, { kind: 'entry', pid: entry.pid, entry });
    if (process === null) return;
    const newest = process.newest.kind === 'entry' ? process.newest.entry : entry;
    if (!fits(newest, process.found.startTicks, process.found.startedAt)) {
      log(`sessions/${entry.pid}.json belongs to an earlier process of that pid; passed over`);
      return;
    }
    if (process.found.claudeDirectory !== claudeDirectory || process.found.role === 'helper') return;
    entryTold(meet(process.found, newest), newest);
  };

  /** Finds the process of a sight once, however many sights of it come in meanwhile. */
  const lookUp = async (claudeDirectory: string, sight: RegistrySight) => {
    const key = `${claudeDirectory}|${sight.pid}`;
    const underway = pending.has(key);
    pending.set(key, sight);
    if (underway) return null;
    const found = await processes.find(sight.pid);
    const newest = pending.get(key) ?? sight;
    pending.delete(key);
    return found === null || !directories.owns(found) ? null : { found, newest };
  };

  const keySeen = async (claudeDirectory: string, pid: number) => {
    if (sessions.byPid(claudeDirectory, pid)?.picture.level) return;
    const process = await lookUp(claudeDirectory, { kind: 'key-only', pid });
    if (process === null) return;
    const { found, newest } = process;
    if (newest.kind === 'entry') return entrySeen(claudeDirectory, newest.entry);
    if (newest.kind !== 'key-only' || found.role !== 'session' || found.claudeDirectory !== claudeDirectory) return;
    setTimeout(() => void keyAlone(claudeDirectory, found, null), KEY_ALONE - QUIET.during).unref();
  };

  /** Looks at a Claude whose key stands alone until it rests, which is a start dialog, or has a registry file. */
  const keyAlone = async (claudeDirectory: string, found: ClaudeProcess, cpuBefore: number | null): Promise<void> => {
    const [look] = await processes.look([found]);
    if (look === undefined || look.condition === 'gone') return;
    const again = (cpu: number | null) =>
      setTimeout(() => void keyAlone(claudeDirectory, found, cpu), QUIET.during).unref();
    if (look.condition === 'could-not-look') return void again(null);
    const known = sessions.byPid(claudeDirectory, found.pid);
    if (known !== undefined && known.picture.level !== null) return;
    const cpu = look.cpuMs ?? 0;
    if (cpuBefore === null || cpu - cpuBefore > QUIET.cpu) return void again(cpu);
    const living = known ?? meet(found, null);
    sessions.tell(living, [{ source: 'registry', kind: 'missing', at: clock.steady(), startDialog: true }]);
    sessions.settle(living);
  };

  const vanished = async (claudeDirectory: string, pid: number) => {
    for (const living of [...sessions.all()])
      if (
        living.origin.process === null &&
        living.origin.pid === pid &&
        living.origin.claudeDirectory === claudeDirectory
      )
        sessions.remove(living);
    const living = sessions.byPid(claudeDirectory, pid);
    if (living === undefined || living.origin.process === null) return;
    sessions.tell(living, [{ source: 'registry', kind: 'missing', at: clock.steady(), startDialog: false }]);
    looked(await processes.look([living.origin.process]));
    sessions.settle(living);
  };

  const looked = (looks: readonly ProcessLook[]) => {
    const byPid = new Map<number, Living>();
    for (const session of sessions.all()) if (session.endedAt === null) byPid.set(session.origin.pid, session);
    for (const look of looks) {
      let session = byPid.get(look.pid);
      // A pid may be another's by now, before the session that had it was seen to end.
      if (!runsAs(session, look)) session = [...sessions.all()].find((one) => runsAs(one, look));
      if (session === undefined || session.endedAt !== null) continue;
      const { condition, ttyInputAt: read } = look;
      const input = read === null ? null : read - clock.wall() + clock.steady();
      const before = session.picture.process;
      // The two clocks' distance is measured anew each time: a few milliseconds are no input.
      const typed = input !== null && (before?.ttyInputAt == null || input > before.ttyInputAt + 500);
      const children = look.children ?? before?.children ?? null;
      if (before?.condition === condition && before.children === children && !typed) continue;
      const ttyInputAt = typed ? input : (before?.ttyInputAt ?? null);
      sessions.tell(session, [{ source: 'process', at: clock.steady(), condition, ttyInputAt, children }]);
      sessions.settle(session);
      if (condition === 'gone') conversations.drop(session);
    }
  };

  return {
    async sight(claudeDirectory, sight) {
      const file = `${claudeDirectory}|${sight.pid}`;
      if (sight.kind !== 'could-not-look') unreadable.delete(file);
      switch (sight.kind) {
        case 'entry':
          return entrySeen(claudeDirectory, sight.entry);
        case 'key-only':
          return keySeen(claudeDirectory, sight.pid);
        case 'gone':
          return vanished(claudeDirectory, sight.pid);
        case 'could-not-look': {
          if (unreadable.get(file) !== sight.reason) log(`sessions/${sight.pid}.json cannot be read: ${sight.reason}`);
          unreadable.set(file, sight.reason);
          const living = sessions.byPid(claudeDirectory, sight.pid);
          if (living === undefined) return;
          sessions.tell(living, [
            { source: 'registry', kind: 'could-not-look', at: clock.steady(), reason: sight.reason },
          ]);
          return sessions.settle(living);
        }
      }
    },
    scanned(found) {
      for (const process of found) {
        if (process.role === 'helper' || !directories.owns(process)) continue;
        if (knownAs(process) !== undefined) continue;
        sessions.settle(meet(process, null));
        // Its registry file may have been passed over while its process could not be looked at.
        options.readRegistry(process.claudeDirectory, process.pid);
      }
    },
    looked,
    async spoken(pid) {
      const found = await processes.find(pid);
      if (found === null || found.role === 'helper' || !directories.owns(found)) return null;
      const known = knownAs(found);
      if (known !== undefined) return known.endedAt === null ? known : null;
      const living = meet(found, null);
      options.readRegistry(found.claudeDirectory, pid);
      // After whoever spoke of it: what is told then is the first that is shown.
      setImmediate(() => sessions.settle(living));
      return living;
    },
    renamed(living) {
      carryLabel(living);
      conversations.follow(living);
    },
  };
}

/** Whether a registry entry and a process are the same Claude. */
function fits(entry: RegistryEntry, startTicks: string, startedAt: number | null): boolean {
  if (entry.procStart !== null) return entry.procStart === startTicks;
  if (entry.startedAt === null || startedAt === null) return false;
  const after = entry.startedAt - startedAt;
  return after >= -BOOT.before && after <= BOOT.after;
}
