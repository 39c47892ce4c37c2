// Makes the pictures of the README from the running product: the demo, its own daemon, and Chromium. Run it after
// `npm run build`: `node docs/shots.mjs`. It ends everything it started.
import { spawn } from 'node:child_process';
import http from 'node:http';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const docs = dirname(fileURLToPath(import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const SHOTS = [
  { file: 'panel.png', colorScheme: 'light', viewport: { width: 1440, height: 800 }, deviceScaleFactor: 2 },
  { file: 'panel-dark.png', colorScheme: 'dark', viewport: { width: 1440, height: 800 }, deviceScaleFactor: 2 },
  {
    file: 'phone.png',
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
  {
    file: 'inbox.png',
    path: '/inbox',
    colorScheme: 'light',
    viewport: { width: 1440, height: 800 },
    deviceScaleFactor: 2,
  },
];
/** Where the story of the demo shows every state at once, in milliseconds after its start. */
const EVERY_STATE = 15_000;

const demo = spawn(process.execPath, [join(docs, '..', 'dist', 'demo.mjs'), 'show', '0', '1'], {
  env: { PATH: process.env.PATH, HOME: process.env.HOME },
  stdio: ['pipe', 'pipe', 'inherit'],
});
try {
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: demo.stdout }).once('line', resolve);
    demo.once('exit', () => reject(new Error('The demo did not start.')));
  });
  const socketPath = join(JSON.parse(line).state, 'sock');
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    const pages = [];
    for (const { file, path, ...device } of SHOTS) {
      const context = await browser.newContext(device);
      const page = await context.newPage();
      await page.goto((await ask(socketPath, 'pair')).url);
      const button = page.getByRole('button').first();
      await button.click();
      await page.locator('.app').waitFor();
      if (path) await page.goto(new URL(path, page.url()).href);
      pages.push({ file, page });
    }
    await pause(EVERY_STATE);
    for (const { file, page } of pages) {
      await page.screenshot({ path: join(docs, file), animations: 'disabled' });
      console.log(`docs/${file}`);
    }
  } finally {
    await browser.close();
  }
} finally {
  demo.stdin.end();
}

/** One command over the demo daemon's socket. */
function ask(path, name) {
  return new Promise((resolve, reject) => {
    const options = { socketPath: path, path: `/api/${name}`, method: 'POST' };
    const request = http.request({ ...options, headers: { 'content-type': 'application/json' } }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve(JSON.parse(text)));
    });
    request.on('error', reject);
    request.end('{}');
  });
}
