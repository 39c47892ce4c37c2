// The panel in a real Chromium against the real server with a daemon in memory: prompts come when a test asks, answers
// are seen as they arrive. Everything ends with the test.

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Prompt } from '../../src/core/prompt.ts';
import type { Session } from '../../src/core/session.ts';
import type { MemoryDaemon } from '../../src/server/testing/memory-daemon.ts';
import { type OpenServer, openServer } from '../../src/server/testing/open-server.ts';
import { aSession } from '../panel-session.ts';
import { launchBrowser } from './browser.ts';
import { ago } from './prompt-scenes.ts';

/** A server with a daemon in memory, and a browser that may look at it. */
export interface PromptLab {
  readonly open: OpenServer;
  readonly daemon: MemoryDaemon;
  readonly url: string;
  /** A paired page, in a profile of its own. */
  paired(role?: 'full' | 'read-only', options?: Parameters<Browser['newContext']>[0]): Promise<Page>;
  /** Shows prompts, each with its session, waiting. */
  ask(...prompts: readonly Prompt[]): void;
  dispose(): Promise<void>;
}

/** Starts both. */
export async function makePromptLab(): Promise<PromptLab> {
  const open = await openServer({
    // Longer than axe keeps a page busy on a crowded machine: it would think itself away.
    timing: { pulseMs: 5000 },
    webRoot: join(import.meta.dirname, '..', '..', 'dist', 'web'),
  });
  const { daemon } = open;
  const browser = await launchBrowser();
  return {
    open,
    daemon,
    url: open.server.url,
    async paired(role = 'full', options) {
      const { url } = (await open.local('pair', { role })).body as { url: string };
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(url);
      await page.getByRole('button', { name: 'Pair' }).click();
      await page.locator('.app').waitFor();
      return page;
    },
    ask(...prompts) {
      for (const prompt of prompts) {
        daemon.put(waiting(prompt.session, { waitingSince: prompt.openedAt }));
        daemon.ask(prompt);
      }
    },
    async dispose() {
      await browser.close();
      await open.close();
    },
  };
}

/** A session that waits. */
export function waiting(id: string, more: Partial<Session> = {}): Session {
  return aSession(id, {
    state: 'needs-input',
    waitingSince: ago(1),
    since: ago(1),
    waitingFor: 'permission prompt',
    branch: 'auth-refactor',
    tmux: { socket: '/tmp/tmux-1000/default', pane: '%3' },
    ...more,
  });
}
