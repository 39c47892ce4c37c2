// `GET /changes` on the Unix socket: hello, snapshot, changes and pulses, one JSON object a line, until the reader leaves.

import type { ServerResponse } from 'node:http';
import type { Daemon } from '../daemon/doors.ts';
import { type Feed, openFeed } from './change-feed.ts';
import type { ServerOptions, Timing } from './options.ts';

/** The open streams. */
export interface ChangesStreams {
  /** Answers one request. @param looks whether it is for a person who looks. */
  open(response: ServerResponse, looks: boolean): void;
  close(): void;
}

/** @param parts what is told and how often a pulse comes. */
export function changesStreams(
  parts: Pick<ServerOptions, 'version' | 'clock'> & { readonly daemon: Daemon; readonly timing: Timing },
): ChangesStreams {
  const { daemon, version, clock, timing } = parts;
  const streams = new Map<ServerResponse, Feed>();
  const heart = setInterval(() => {
    for (const feed of streams.values()) feed.pulse(clock.wall());
  }, timing.pulseMs);
  return {
    open(response, looks) {
      response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
      const sink = {
        send: (text: string, written: () => void) => void response.write(`${text}\n`, written),
        waiting: () => response.writableLength,
      };
      const feed = openFeed(daemon, sink, { version, role: 'full', pulseMs: timing.pulseMs }, () => looks);
      streams.set(response, feed);
      response.on('error', () => {});
      response.on('close', () => {
        feed.close();
        streams.delete(response);
      });
    },
    close() {
      clearInterval(heart);
      for (const [response, feed] of streams) {
        feed.close();
        response.end();
      }
    },
  };
}
