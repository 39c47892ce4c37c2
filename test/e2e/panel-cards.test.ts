// How cards are laid out, in a real Chromium: nothing runs out of its place on the smallest phone, and code reads as it
// runs whatever its script.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prompt } from '../../src/core/prompt.ts';
import { makePromptLab, type PromptLab } from '../lab/prompt-panel.ts';
import { ago, SCENES } from '../lab/prompt-scenes.ts';
import { optionLike, promptLike } from '../prompt-like.ts';

let lab: PromptLab;
beforeAll(async () => {
  lab = await makePromptLab();
});
afterAll(async () => {
  await lab?.dispose();
});

const LONG = `~/code/${'VeryLongNameWithoutAnyPlaceToBreak'.repeat(9)}`;
const one = (session: string, more: Partial<Prompt>): Prompt =>
  promptLike({ id: `${session}.1`, session, openedAt: ago(1), changedAt: ago(1), ...more });
const LONG_WORDS = one('longWords', {
  input: { command: `cat ${LONG}`, description: LONG },
  agent: LONG,
  options: [
    optionLike(1, 'Yes', { meaning: 'allow', text: 'may' }),
    optionLike(2, `Yes, and don’t ask again in ${LONG}`, { meaning: 'allow-always', detail: LONG }),
    optionLike(3, 'No', { meaning: 'deny', text: 'may' }),
  ],
});
const RIGHT_TO_LEFT = one('rightToLeft', { input: { command: 'echo "مرحبا بالعالم" > ملف.txt', description: 'ملف' } });

async function show(page: Page, prompt: Prompt): Promise<void> {
  lab.ask(prompt);
  await page.evaluate((to) => history.pushState(null, '', to), `/s/${prompt.session}`);
  await page.locator(`[data-prompt="${prompt.id}"]`).waitFor();
}

/** What of a page's cards runs out of its place, in words; runs in the page. */
function outOfPlace(): readonly string[] {
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  for (const card of document.querySelectorAll<HTMLElement>('.card')) {
    const place = card.getBoundingClientRect();
    if (card.closest('.pin') === null && card.scrollHeight > card.clientHeight + 1) found.push('the card is cut off');
    for (const element of [card, ...card.querySelectorAll<HTMLElement>('.scroll, .opts, .opt, .card-h, .card-f')])
      if (element.scrollWidth > element.clientWidth) found.push(`${element.className} scrolls sideways`);
    for (const text of card.querySelectorAll<HTMLElement>(
      '.opt > span:not(.spin, .tick), .btn, .card-h h2, .sub, .note',
    )) {
      const box = text.getBoundingClientRect();
      const cut = text.scrollWidth > text.clientWidth && getComputedStyle(text).overflow !== 'visible';
      if (cut || box.left < place.left || box.right > place.right) found.push(`"${text.textContent}" is cut`);
    }
  }
  return found;
}

describe('a card', () => {
  it('fits the smallest phone: nothing scrolls sideways and no word of an option is cut, in every scene', async () => {
    const phone = await lab.paired('full', { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
    const found: string[] = [];
    for (const prompt of [...Object.values(SCENES), LONG_WORDS, RIGHT_TO_LEFT]) {
      await show(phone, prompt);
      found.push(...(await phone.evaluate(outOfPlace)).map((what) => `${prompt.session}: ${what}`));
    }
    expect(found).toEqual([]);
    await phone.context().close();
  });

  it('fits a desk that is magnified twice', async () => {
    const page = await lab.paired('full', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
    const found: string[] = [];
    for (const prompt of [SCENES.command, SCENES.edit, SCENES.questions, SCENES.form, SCENES.gaveUp, LONG_WORDS]) {
      await show(page, prompt);
      found.push(...(await page.evaluate(outOfPlace)).map((what) => `${prompt.session}: ${what}`));
      await page.evaluate(() => history.pushState(null, '', '/inbox'));
      await page.locator(`[data-row="${prompt.id}"]`).click();
      await page.locator(`.inb [data-prompt="${prompt.id}"]`).waitFor();
      found.push(...(await page.evaluate(outOfPlace)).map((what) => `${prompt.session} in the inbox: ${what}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it('numbers the lines of an edit as they stand in the file, and shows what is around it', async () => {
    const page = await lab.paired();
    await show(page, SCENES.edit);
    const lines = page.locator('[data-prompt="edit.1"] .diff .l');
    await lines.first().waitFor();
    expect((await lines.locator('i').allTextContents()).join(' ')).toBe('38 39 40 41 42 41 42 43 44 45 46 47 48 49');
    expect(await lines.last().textContent()).toContain("cookies.delete('sid')");
    await page.context().close();
  });

  it('draws a command as it runs: what stands between words of another script keeps its place', async () => {
    const page = await lab.paired();
    await show(page, RIGHT_TO_LEFT);
    const line = page.locator('[data-prompt="rightToLeft.1"] .code .l > span');
    expect(await line.textContent()).toBe(RIGHT_TO_LEFT.input?.command);
    const order = await line.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const places: [string, number][] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const wanted of ['echo', 'بالعالم', '>', 'ملف', '.txt']) {
          const at = node.textContent?.indexOf(wanted) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + wanted.length);
          places.push([wanted, range.getBoundingClientRect().left]);
        }
      }
      return places.sort((a, b) => a[1] - b[1]).map(([wanted]) => wanted);
    });
    expect(order).toEqual(['echo', 'بالعالم', '>', 'ملف', '.txt']);
    await page.context().close();
  });
});
