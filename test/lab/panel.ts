// The panel in a real Chromium against a real daemon, with the demo's stand-ins as sessions. Everything has a directory,
// a port and an environment of its own and ends with the test.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { type LabDaemon, startDaemon } from './daemon.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';

/** A daemon and a browser that may look at it. */
export interface PanelLab {
  readonly daemon: LabDaemon;
  readonly standIns: StandIns;
  readonly browser: Browser;
  /** An existing directory that sessions may run in. */
  readonly directory: string;
  /** A link with a fresh one-time code. */
  link(): Promise<string>;
  /** A browser profile of its own. Whatever page in it asks for another host fails the test. */
  profile(options?: Parameters<Browser['newContext']>[0]): Promise<BrowserContext>;
  /** A page that was paired by a tap. */
  paired(options?: Parameters<Browser['newContext']>[0]): Promise<Page>;
  dispose(): Promise<void>;
}

/**
 * Starts a daemon that watches a throw-away Claude directory, and a browser.
 * @param claude `absent`: no Claude was ever here; the directory is made by whoever starts first.
 */
export async function makePanelLab(claude: 'present' | 'absent' = 'present'): Promise<PanelLab> {
  const root = mkdtempSync(join(tmpdir(), 'tallymux-panel-'));
  const personHome = join(root, 'home');
  if (claude === 'present') mkdirSync(join(personHome, '.claude', 'sessions'), { recursive: true });
  const standIns = startStandIns(personHome);
  const daemon = await startDaemon({
    personHome,
    home: join(root, 'tallymux'),
    claudeDirectories: [join(personHome, '.claude')],
    // A fixed port: a browser's credential belongs to it, also after a restart.
    environment: { TALLYMUX_PORT: String(await freePort()) },
  });
  const browser = await launchBrowser();
  const { url } = await daemon.command('status', {});
  const { origin } = new URL(url);
  const link = async () => (await daemon.command('pair', {})).url;
  const profile = async (options?: Parameters<Browser['newContext']>[0]) => {
    const context = await browser.newContext(options);
    context.on('request', (request) => {
      const at = new URL(request.url());
      if (at.origin !== origin && at.protocol !== 'data:') throw new Error(`the panel asked for ${request.url()}`);
    });
    return context;
  };
  return {
    daemon,
    standIns,
    browser,
    directory: root,
    link,
    profile,
    async paired(options) {
      const page = await (await profile(options)).newPage();
      await page.goto(await link());
      await page.getByRole('button', { name: 'Pair' }).click();
      await page.locator('.app').waitFor();
      return page;
    },
    async dispose() {
      await browser.close();
      await standIns.stop();
      await daemon.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
