// Starts the page: reads the pairing code out of the address, then connects with the secret that is kept, if any.

import { pairingCode } from '../pairing/pairing-link.ts';
import { connect } from './connection.ts';
import { readSecret } from './credential.ts';
import { usePanel } from './panel.ts';

let code: string | null = null;
let secret: string | null = null;
let disconnect: (() => void) | null = null;

/** The one-time code from the link that was followed; used once. */
export function heldCode(): string | null {
  return code;
}

/** The secret half of the credential, for commands. */
export function heldSecret(): string | null {
  return secret;
}

/** Forgets the one-time code: it was used or refused. */
export function dropCode(): void {
  code = null;
}

/** Takes a code out of the address bar at once, so that it stays in no history and no screenshot. True if one was there. */
export function takeCode(): boolean {
  const found = pairingCode(location.hash);
  if (found === null) return false;
  code = found;
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
  disconnect = connect(secret);
}
