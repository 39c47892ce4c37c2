// The panel as a person meets it: Chromium against the built daemon, sessions played by the demo's stand-ins.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Step } from '../../src/demo/steps.ts';
import { expectClean } from '../lab/clean-page.ts';
import { makePanelLab, type PanelLab } from '../lab/panel.ts';
import { until } from '../lab/until.ts';

const bash = (command: string): Step => ({ do: 'tool', name: 'Bash', input: { command, description: 'Run it' } });

let lab: PanelLab;
/** One paired page for all that needs no page of its own. */
let desk: Page;
let home: string;

beforeAll(async () => {
  lab = await makePanelLab();
  home = new URL(await lab.link()).origin;
});

afterAll(async () => {
  await lab?.dispose();
});

/** Plays steps of one session, starting it first. */
async function play(session: string, ...steps: readonly Step[]): Promise<void> {
  for (const step of steps) await lab.standIns.perform(session, step);
}

async function begin(session: string, ...steps: readonly Step[]): Promise<void> {
  const cwd = join(lab.directory, 'work', session);
  mkdirSync(cwd, { recursive: true });
  await play(session, { do: 'start', cwd, name: session }, ...steps);
}

/** The row of a session under its directory, or in Needs you. */
function row(page: Page, name: string): Locator {
  return page.locator('.side-list a.row:not(.lead)').filter({ hasText: name });
}
function waitingRow(page: Page, name: string): Locator {
  return page.locator('.side-list a.row.lead').filter({ hasText: name });
}
const shows = (where: Locator, mark: string) => where.locator(`[data-mark="${mark}"]`).waitFor();
const titled = (page: Page, title: string) =>
  until(`the title is ${title}`, async () => (await page.title()) === title);

describe('pairing', () => {
  it('takes the code out of the address at once and pairs only after a tap, under the name that was typed', async () => {
    const page = await (await lab.profile()).newPage();
    await page.goto(await lab.link());
    const name = page.getByLabel('Name of this device');
    await name.waitFor();
    expect(page.url()).not.toContain('#');
    expect((await lab.daemon.command('devices', {})).devices).toEqual([]);
    await name.fill('Desk');
    await page.getByRole('button', { name: 'Pair' }).click();
    await page.locator('.app').waitFor();
    expect((await lab.daemon.command('devices', {})).devices.map((one) => one.name)).toEqual(['Desk']);
    await page.reload();
    await page.locator('.app').waitFor();
    await page.context().close();
  });

  it('keeps the code over a reload until it was used, and says what the device may do', async () => {
    const page = await (await lab.profile()).newPage();
    const link = await lab.link();
    await page.goto(link);
    await page.getByText('tallymux pair --read-only').waitFor();
    await page.reload();
    const name = page.getByLabel('Name of this device');
    await name.waitFor();
    expect(page.url()).not.toContain('#');
    await until('the name can be typed over', async () => name.evaluate((field) => field === document.activeElement));
    await page.keyboard.type('Reloaded');
    await page.keyboard.press('Enter');
    await page.locator('.app').waitFor();
    expect((await lab.daemon.command('devices', {})).devices.map((one) => one.name)).toContain('Reloaded');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe('{}');
    await page.context().close();
  });

  it('works once for each link, and says how to get another', async () => {
    const link = await lab.link();
    for (const expected of ['.app', 'text=This link was already used']) {
      const page = await (await lab.profile()).newPage();
      await page.goto(link);
      await page.getByRole('button', { name: 'Pair' }).click();
      await page.locator(expected).waitFor();
      await page.context().close();
    }
  });

  it('is asked of a browser that has no link', async () => {
    const page = await (await lab.profile()).newPage();
    await page.goto(home);
    await page.getByText('tallymux open').waitFor();
    await page.context().close();
  });

  it.each(['cookie', 'secret'])('holds no longer once the %s half is gone', async (half) => {
    const page = await lab.paired();
    if (half === 'cookie') await page.context().clearCookies();
    else
      await page.evaluate(() => new Promise((resolve) => (indexedDB.deleteDatabase('tallymux').onsuccess = resolve)));
    await page.reload();
    await page.getByRole('heading', { name: 'This browser is not paired' }).waitFor();
    await page.context().close();
  });

  it('gives a page that lacks the second half no command', async () => {
    const page = await lab.paired();
    const status = await page.evaluate(async () => {
      const reply = await fetch('/api/list', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      return reply.status;
    });
    expect(status).toBe(401);
    await page.context().close();
  });

  it('ends at once when the device is revoked', async () => {
    const page = await lab.paired();
    const { devices } = await lab.daemon.command('devices', {});
    const newest = devices.toSorted((a, b) => (a.pairedAt < b.pairedAt ? 1 : -1))[0];
    await lab.daemon.command('revoke-device', { device: newest?.id ?? '' });
    await page.getByRole('heading', { name: 'This browser is not paired' }).waitFor();
    await page.context().close();
  });
});

describe('what a session does', () => {
  beforeAll(async () => {
    desk = await lab.paired();
  });

  it('A1: idle, busy, needs-input, review and failed each show their own mark, without a reload', async () => {
    const page = desk;
    await page.goto(home);
    await begin('marks');
    await shows(row(page, 'marks'), 'idle');
    await play('marks', { do: 'prompt', text: 'go' }, bash('npm test'));
    await shows(row(page, 'marks'), 'busy');
    await row(page, 'marks').locator('.ac', { hasText: 'npm test' }).waitFor();
    await play('marks', { do: 'ask-permission' });
    await shows(row(page, 'marks'), 'needs-input');
    await play('marks', { do: 'answer', yes: true }, { do: 'tool-done' }, { do: 'finish', text: 'All pass.' });
    await shows(row(page, 'marks'), 'review');
    await row(page, 'marks').locator('.ac', { hasText: 'All pass.' }).waitFor();
    await play('marks', { do: 'prompt', text: 'again' }, { do: 'api-error', status: 400, text: 'API Error: 400 no' });
    await shows(row(page, 'marks'), 'failed');
    const chips = page.getByRole('group', { name: 'Show only' });
    await chips.getByRole('button', { name: '1 stopped by an error' }).click();
    await page.locator('.board a.tile').filter({ hasText: 'marks' }).waitFor();
    expect(await chips.getByRole('button', { name: 'to review' }).count()).toBe(0);
    await chips.getByRole('button', { name: 'stopped by an error' }).click();
    await play('marks', { do: 'prompt', text: 'again' }, { do: 'suspend' });
    await shows(row(page, 'marks'), 'unknown');
    await play('marks', { do: 'continue' }, { do: 'exit' });
    await shows(row(page, 'marks'), 'ended');
  });

  it('A12: row, group, bell, sheet, title and icon tell the same', async () => {
    const page = desk;
    await page.goto(home);
    await begin('blocked', { do: 'prompt', text: 'go' }, bash('rm -rf dist'), { do: 'ask-permission' });
    await begin('finished', { do: 'prompt', text: 'go' }, { do: 'say', text: 'Working.' });
    await shows(row(page, 'finished'), 'busy');
    await play('finished', { do: 'finish', text: 'Done with it.' });
    await shows(waitingRow(page, 'blocked'), 'needs-input');
    await shows(row(page, 'finished'), 'review');
    await titled(page, '(2) Tallymux');
    const bell = page.getByRole('button', { name: /^Notifications/ });
    expect(await bell.textContent()).toContain('1 needs you');
    expect(await bell.textContent()).toContain('1 to review');
    const icon = await page.locator('link[rel=icon]').getAttribute('href');
    expect(decodeURIComponent(icon ?? '')).toContain('rotate(45 10 10)');
    const group = page.locator('.sh.group').filter({ hasText: 'blocked' });
    await shows(group, 'needs-input');
    await bell.click();
    const sheet = page.getByRole('dialog', { name: 'Notifications' });
    await sheet.locator('section', { hasText: 'Awaiting input' }).locator('.nm', { hasText: 'blocked' }).waitFor();
    await sheet.locator('section', { hasText: 'Review' }).locator('.nm', { hasText: 'finished' }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await play('blocked', { do: 'answer', yes: false });
    await titled(page, '(1) Tallymux');
    expect(await waitingRow(page, 'blocked').count()).toBe(0);
    await play('blocked', { do: 'exit' });
    await play('finished', { do: 'exit' });
    await titled(page, 'Tallymux');
  });

  it('is seen by whoever looks at its page for a second, and not before', async () => {
    const page = desk;
    await page.goto(home);
    await begin('looked', { do: 'prompt', text: 'go' });
    await shows(row(page, 'looked'), 'busy');
    await play('looked', { do: 'finish', text: 'Read me.' });
    await shows(row(page, 'looked'), 'review');
    await row(page, 'looked').click();
    await page.getByText('not yet seen').waitFor();
    await page.getByText('It waits for your next prompt').waitFor();
    await shows(row(page, 'looked'), 'idle');
    await play('looked', { do: 'exit' });
  });

  it('can be marked seen, labelled and muted, and each can be taken back', async () => {
    const page = desk;
    await page.goto(home);
    await begin('handled', { do: 'prompt', text: 'go' });
    await shows(row(page, 'handled'), 'busy');
    await play('handled', { do: 'finish', text: 'Done.' });
    await shows(row(page, 'handled'), 'review');
    const box = page.locator('.row-box').filter({ hasText: 'handled' });
    await box.hover();
    for (const name of ['Mark seen: handled', 'Mute: handled']) {
      const target = await box.getByRole('button', { name, exact: true }).boundingBox();
      expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(24);
    }
    await box.getByRole('button', { name: 'Mark seen' }).click();
    await shows(row(page, 'handled'), 'idle');
    await page.getByRole('button', { name: 'Undo' }).click();
    await shows(row(page, 'handled'), 'review');

    await row(page, 'handled').click();
    await page.getByRole('button', { name: 'Label' }).click();
    await page.getByLabel('Label of this session').fill('night run');
    await page.keyboard.press('Enter');
    await row(page, 'night run').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'handled').waitFor();

    await page.locator('.det').getByRole('button', { name: 'Mute' }).click();
    await page.locator('.chip', { hasText: 'Muted' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.chip').waitFor({ state: 'detached' });
    await play('handled', { do: 'exit' });
  });

  it('is explained on its page by rule, sources and evidence', async () => {
    const page = desk;
    await page.goto(home);
    await begin('explained', { do: 'prompt', text: 'go' });
    await row(page, 'explained').click();
    const why = page.getByRole('table');
    await why.getByText('Decided').waitFor();
    await why.getByRole('rowheader', { name: 'Registry' }).waitFor();
    await page.locator('.ev > li').first().waitFor();
    await play('explained', { do: 'exit' });
  });

  it('cannot write anything but text into the page', async () => {
    const page = desk;
    await page.goto(home);
    const said: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(message.text());
    });
    const hostile = '<img src=x onerror=alert(1)>\u202Etxt\u001b]0;pwn';
    await begin(
      'hostile',
      { do: 'rename', name: hostile },
      { do: 'prompt', text: 'go' },
      bash('echo \u202Ehi\u001b[31m'),
    );
    await page.locator('.side-list .ac', { hasText: 'echo hi\\x1b[31m' }).waitFor();
    const text = (await page.locator('.app').textContent()) ?? '';
    expect(text).toContain('txt\\x1b]0;pwn');
    for (const unshown of ['\u202E', '\u001b']) expect(text).not.toContain(unshown);
    expect(await page.locator('.app img').count()).toBe(0);
    expect(said).toEqual([]);
    await play('hostile', { do: 'exit' });
  });
});

describe('the connection', () => {
  it('says that it is away, claims no number, and shows the truth when the daemon is back', async () => {
    const page = desk;
    await page.goto(home);
    await begin('stays', { do: 'prompt', text: 'go' }, bash('sleep 9'), { do: 'ask-permission' });
    await titled(page, '(1) Tallymux');
    await lab.daemon.kill();
    await page.getByText('Reconnecting. What you see may be out of date.').waitFor();
    await titled(page, 'Reconnecting · Tallymux');
    expect(await page.locator('.app').getAttribute('data-still')).toBe('true');
    await play('stays', { do: 'answer', yes: true }, { do: 'tool-done' });
    await lab.daemon.start();
    await shows(row(page, 'stays'), 'busy');
    await titled(page, 'Tallymux');
    expect(await page.getByText('Reconnecting').count()).toBe(0);
    await play('stays', { do: 'exit' });
  });
});

describe('the keyboard', () => {
  it('moves with j and k, opens with Enter, goes back with g o, searches with /', async () => {
    const page = desk;
    await page.goto(home);
    await begin('keys-one');
    await begin('keys-two');
    await row(page, 'keys-two').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await until('j reaches the first row', async () => {
      await page.keyboard.press('j');
      return (await focused()).startsWith('keys-one, idle');
    });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^keys-one/ }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('two');
    await row(page, 'keys-one').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await row(page, 'keys-one').waitFor();
    await play('keys-one', { do: 'exit' });
    await play('keys-two', { do: 'exit' });
  });
});

describe('accessibility', () => {
  beforeAll(async () => {
    await begin('axe-busy', { do: 'prompt', text: 'go' }, bash('npm run build'));
    await begin('axe-needs', { do: 'prompt', text: 'go' }, bash('git push'), { do: 'ask-permission' });
    await begin('axe-idle');
  });

  it.each([
    ['light', 1440],
    ['dark', 390],
    // Much like the others, and dear.
    ...(process.env.TALLYMUX_FULL === '1' ? ([['dark', 1440]] as const) : []),
  ] as const)(
    'axe finds nothing in the %s theme at %i px',
    async (colorScheme, width) => {
      const page = await lab.paired({
        colorScheme,
        viewport: { width, height: 844 },
        bypassCSP: true,
        reducedMotion: 'reduce',
      });
      // A phone's home is its inbox.
      if (width < 640) await page.goto(`${home}/sessions`);
      await waitingRow(page, 'axe-needs').waitFor();
      await expectClean(page);
      await waitingRow(page, 'axe-needs').click();
      await page.getByRole('table').getByText('Decided').waitFor();
      await expectClean(page);
      if (width > 640) {
        await page.getByRole('button', { name: /^Notifications/ }).click();
        await page.getByRole('dialog').waitFor();
        await expectClean(page);
      }
      await page.context().close();
      const unpaired = await (
        await lab.profile({ colorScheme, viewport: { width, height: 844 }, bypassCSP: true })
      ).newPage();
      await unpaired.goto(await lab.link());
      await unpaired.getByRole('button', { name: 'Pair' }).waitFor();
      await expectClean(unpaired);
      await unpaired.context().close();
    },
    180_000,
  );
});

describe('a machine without Claude', () => {
  it('says so, and shows the first session by itself', async () => {
    const bare = await makePanelLab('absent');
    try {
      const page = await bare.paired();
      await page.getByRole('heading', { name: 'Claude Code is not installed here.' }).waitFor();
      mkdirSync(join(bare.directory, 'first'));
      await bare.standIns.perform('first', { do: 'start', cwd: join(bare.directory, 'first'), name: 'first' });
      await row(page, 'first').waitFor({ timeout: 30_000 });
    } finally {
      await bare.dispose();
    }
  });
});
