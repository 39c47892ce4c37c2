// Starts the page: reads the pairing code out of the address, then connects with the secret that is kept, if any.

import { pairingCode } from '../pairing/pairing-link.ts';
import { connect } from './connection.ts';
import { readSecret } from './credential.ts';
import { usePanel } from './panel.ts';

/** Where the tab keeps a code that was not used yet: a reload keeps it, and it stands in no history. */
const KEPT_CODE = 'tallymux-code';

let code: string | null = null;
let secret: string | null = null;
let disconnect: (() => void) | null = null;

/** The one-time code from the link that was followed, also before a reload; used once. */
export function heldCode(): string | null {
  return code;
}

/** The secret half of the credential, for commands. */
export function heldSecret(): string | null {
  return secret;
}

/** Forgets the one-time code: it was used, refused, or not needed. */
export function dropCode(): void {
  code = null;
  inTab((storage) => storage.removeItem(KEPT_CODE));
}

/**
 * Takes a code out of the address bar at once, so that it stays in no history and no screenshot; without one there, the
 * code that this tab still keeps counts. True if one was in the address.
 */
export function takeCode(): boolean {
  const found = pairingCode(location.hash);
  if (found === null) {
    code ??= inTab((storage) => storage.getItem(KEPT_CODE));
    return false;
  }
  code = found;
  inTab((storage) => storage.setItem(KEPT_CODE, found));
  history.replaceState(history.state, '', location.pathname + location.search);
  return true;
}

/** Connects with `known`, or with the secret that this browser keeps; without one the page asks to be paired. */
export async function startConnection(known?: string): Promise<void> {
  disconnect?.();
  disconnect = null;
  usePanel.setState({ phase: 'starting' });
  secret = known ?? (await readSecret());
  if (secret === null) {
    usePanel.setState({ phase: 'unpaired' });
    return;
  }
  usePanel.setState({ phase: 'connecting' });
  const end = connect(secret);
  // Whoever is let in needs no code.
  const stop = usePanel.subscribe(({ phase }) => {
    if (phase === 'live' && code !== null) dropCode();
  });
  disconnect = () => {
    stop();
    end();
  };
}

/** A browser that keeps nothing for the tab loses the code with the page, and nothing else. */
function inTab<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}
