// The WebSocket to the daemon: says who we are, follows the changes, notices silence, comes back by itself.
// It must never leave the page looking certain while nothing is heard.

import { CONTRACT } from '../../contract/commands.ts';
import { CLOSE, type ClientFrame, SECRET_HEADER, type ServerFrame } from '../../contract/frames.ts';
import { backOff } from './back-off.ts';
import { cleanFrame } from './clean-frame.ts';
import { learnClock } from './clock.ts';
import { type Followed, follow, NOTHING } from './follow.ts';
import { showSnapshot, tellChange, usePanel } from './panel.ts';

const RELOADED = 'tallymux-reloaded-for';
/** Silence that ends an attempt before the daemon has said how often it pulses. */
const PATIENCE = 5000;
/** Changes that arrive within one frame of the screen are drawn together. */
const FRAME = 16;

/** Keeps the page connected with `secret` until disposed. */
export function connect(secret: string): () => void {
  let socket: WebSocket | null = null;
  let held: Followed = NOTHING;
  let attempt = 0;
  let pulseMs = PATIENCE / 2;
  let heardAt = Date.now();
  let retry: ReturnType<typeof setTimeout> | null = null;
  let drawing: ReturnType<typeof setTimeout> | null = null;
  const watch = setInterval(dropIfSilent, 1000);
  const wakers = ['online', 'focus', 'pageshow'] as const;
  for (const name of wakers) window.addEventListener(name, wake);
  document.addEventListener('visibilitychange', wake);
  document.addEventListener('visibilitychange', tellLooking);
  open();
  return dispose;

  function open(): void {
    retry = null;
    heardAt = Date.now();
    pulseMs = PATIENCE / 2;
    const mine = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket = mine;
    let opened = false;
    mine.onopen = () => {
      opened = true;
      send({ frame: 'hello', contract: CONTRACT, secret });
    };
    mine.onmessage = ({ data }) => {
      if (socket === mine && typeof data === 'string') receive(cleanFrame(JSON.parse(data) as ServerFrame));
    };
    mine.onclose = ({ code }) => {
      if (socket !== mine) return;
      lost(code);
      if (!opened) void askWhy();
    };
  }

  /** A refused upgrade looks to a page like an absent daemon; a command tells the two apart. */
  async function askWhy(): Promise<void> {
    const headers = { 'content-type': 'application/json', [SECRET_HEADER]: secret };
    const reply = await fetch('/api/status', { method: 'POST', headers, body: '{}' }).catch(() => null);
    if (reply?.status === 401 && retry !== null) lost(CLOSE.notPaired);
  }

  function send(frame: ClientFrame): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  /** What Claude shows nowhere else meanwhile waits only for a page that somebody may see. */
  function tellLooking(): void {
    send({ frame: 'looking', looking: !document.hidden });
  }

  function receive(frame: ServerFrame): void {
    heardAt = Date.now();
    if (frame.frame === 'pulse' || frame.frame === 'change') learnClock(frame.at);
    if (frame.frame === 'hello') {
      tellLooking();
      pulseMs = frame.pulseMs;
      usePanel.setState({ role: frame.role });
    }
    const next = follow(held, frame);
    const moved = next.held.snapshot !== held.snapshot;
    held = next.held;
    if (next.ask) send({ frame: 'resync' });
    if (frame.frame === 'snapshot') {
      attempt = 0;
      sessionStorage.removeItem(RELOADED);
      draw();
      usePanel.setState({ phase: 'live', heardAt });
    } else if (moved) drawing ??= setTimeout(draw, FRAME);
    if (frame.frame === 'change' && moved) tellChange(frame);
  }

  function draw(): void {
    if (drawing !== null) clearTimeout(drawing);
    drawing = null;
    if (held.snapshot !== null) showSnapshot(held.snapshot);
  }

  function lost(code: number): void {
    socket = null;
    held = { ...held, inStep: false };
    if (code === CLOSE.notPaired) {
      dispose();
      usePanel.setState({ phase: 'unpaired', snapshot: null });
      return;
    }
    if (code === CLOSE.contractMismatch) {
      reloadOnce();
      return;
    }
    usePanel.setState({ phase: held.snapshot === null ? 'connecting' : 'away', heardAt });
    retry = setTimeout(open, backOff(attempt++, Math.random()));
  }

  function dropIfSilent(): void {
    if (socket === null || Date.now() - heardAt <= 2 * pulseMs) return;
    const silent = socket;
    lost(0);
    silent.close();
  }

  function wake(): void {
    if (document.hidden) return;
    dropIfSilent();
    if (retry === null) return;
    clearTimeout(retry);
    open();
  }

  function reloadOnce(): void {
    dispose();
    if (sessionStorage.getItem(RELOADED) === String(CONTRACT)) {
      usePanel.setState({ phase: 'outdated' });
      return;
    }
    sessionStorage.setItem(RELOADED, String(CONTRACT));
    location.reload();
  }

  function dispose(): void {
    clearInterval(watch);
    if (retry !== null) clearTimeout(retry);
    if (drawing !== null) clearTimeout(drawing);
    for (const name of wakers) window.removeEventListener(name, wake);
    document.removeEventListener('visibilitychange', wake);
    document.removeEventListener('visibilitychange', tellLooking);
    const open = socket;
    socket = null;
    open?.close();
  }
}
