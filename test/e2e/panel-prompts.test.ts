// Prompt cards and the inbox as a person meets them: Chromium against the real server, prompts told by a daemon in memory.

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Prompt, Receipt } from '../../src/core/prompt.ts';
import { Refused } from '../../src/daemon/doors.ts';
import { expectClean } from '../lab/clean-page.ts';
import { makePromptLab, type PromptLab, waiting } from '../lab/prompt-panel.ts';
import { ago, BASH_OPTIONS, SCENES } from '../lab/prompt-scenes.ts';
import { until } from '../lab/until.ts';
import { optionLike, promptLike } from '../prompt-like.ts';

declare global {
  interface Window {
    /** What the page notes down for a test. */
    watched: unknown;
  }
}

let lab: PromptLab;
let page: Page;
let asked: Prompt[] = [];

beforeAll(async () => {
  lab = await makePromptLab();
  page = await lab.paired();
});
afterAll(async () => {
  await lab?.dispose();
});
afterEach(() => {
  lab.daemon.answerWith(null);
  for (const prompt of asked) if (lab.daemon.snapshot().prompts.some(({ id }) => id === prompt.id)) close(prompt);
  asked = [];
});

/** Opens prompts, and closes them again after the test. */
function ask(...prompts: readonly Prompt[]): void {
  asked.push(...prompts);
  lab.ask(...prompts);
}

/** Closes a prompt as its terminal does. */
function close(prompt: Prompt, more: Partial<Receipt> = {}): void {
  const receipt = { prompt: prompt.id, session: prompt.session, outcome: 'elsewhere', subject: 'npm run e2e' } as const;
  const ending = more.answer == null ? 'terminal' : null;
  lab.daemon.close({ ...receipt, ending, whole: true, answer: null, by: null, at: ago(0), ...more });
  lab.daemon.put(waiting(prompt.session, { state: 'busy', waitingSince: null, action: 'Bash · npm run e2e' }));
}

let numbers = 0;
/** A prompt of a session of its own. */
function prompt(more: Partial<Prompt> = {}): Prompt {
  numbers += 1;
  const session = more.session ?? `s${numbers}`;
  return promptLike({ id: `${session}.${numbers}`, session, openedAt: ago(1), changedAt: ago(1), ...more });
}

const cardOf = ({ id }: Prompt, on = page): Locator => on.locator(`[data-prompt="${id}"]`);
/** Goes there as a link does: a page that is open is not loaded again. */
const goTo = (path: string, on = page) =>
  on.evaluate((to) => {
    history.pushState(null, '', to);
  }, path);
const answers = () => lab.daemon.answers;
const ready = (one: Prompt, on = page) => cardOf(one, on).and(on.locator(':not([data-resting])')).waitFor();
async function opened(one: Prompt, on = page): Promise<Locator> {
  ask(one);
  await goTo(`/s/${one.session}`, on);
  await ready(one, on);
  return cardOf(one, on);
}
const answered = (count: number) => until(`${count} answers came`, () => Promise.resolve(answers().length === count));

describe('a card', () => {
  it('B3: stands on the page of its session, with everything that is asked and Claude’s options; no dialog opens', async () => {
    const one = prompt({ ...SCENES.command, id: 'inline.1', session: 'inline' });
    const card = await opened(one);
    expect(await card.locator('.code .l > span').allTextContents()).toEqual(String(one.input?.command).split('\n'));
    expect(await card.locator('.opt').allInnerTexts()).toEqual(
      BASH_OPTIONS.map(({ n, label }) => expect.stringMatching(new RegExp(`^${n}\\s+${label.slice(0, 20)}`))),
    );
    expect(await card.getByRole('list', { name: 'Look twice' }).locator('li').allInnerTexts()).toEqual([
      'Line 3 drops from a database: "$PGDATABASE"',
      'Line 4 deletes with everything below: var/testdb var/cache/sessions',
    ]);
    // Warnings are read before any option.
    const order = await card.evaluate((element) =>
      [...element.querySelectorAll('.risks, .opts')].map(({ className }) => className),
    );
    expect(order).toEqual(['risks', 'opts']);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(await page.getByRole('region', { name: 'Bash command, inline, 1 of 2' }).count()).toBe(1);
  });

  it('B5 B8: a click answers once, shows that it is on its way, and folds to a receipt; nothing asks again', async () => {
    const one = prompt();
    const card = await opened(one);
    const before = answers().length;
    let settle = (): void => undefined;
    lab.daemon.answerWith(async () => {
      await new Promise<void>((resolve) => {
        settle = resolve;
      });
      const subject = 'npm run e2e';
      close(one, { outcome: 'allowed', answer: 'Yes', by: 'command line', subject });
      const receipt = { prompt: one.id, session: one.session, outcome: 'allowed', subject, answer: 'Yes' } as const;
      return { receipt: { ...receipt, ending: null, whole: true, by: 'command line', at: ago(0) }, text: '' };
    });
    await card.getByRole('button', { name: 'Yes', exact: false }).first().dblclick();
    await card.locator('.opt[data-look="chosen"] .spin').waitFor();
    expect(await card.locator('.opt[data-look="faded"]').count()).toBe(2);
    settle();
    await page.locator('.receipt', { hasText: /Allowed npm run e2e, from the command line, \d\d:\d\d$/ }).waitFor();
    expect(await card.count()).toBe(0);
    expect(answers().length).toBe(before + 1);
    expect(answers().at(-1)).toMatchObject({ prompt: one.id, option: { n: 1, label: 'Yes', meaning: 'allow' } });
    await page.locator('.det-top p', { hasText: 'Working since' }).waitFor();
  });

  it('B6 P07: a digit answers with the option that stands beside it, whatever number No has', async () => {
    const denied = [2, 3, 4].map((n) => {
      const grants = BASH_OPTIONS.slice(1, n - 1).map((option, at) => ({ ...option, n: at + 2 }));
      const no = optionLike(n, 'No', { meaning: 'deny', text: 'may', highlighted: false });
      return prompt({ options: [optionLike(1, 'Yes', { meaning: 'allow' }), ...grants, no] });
    });
    for (const [at, one] of denied.entries()) {
      await opened(one);
      const before = answers().length;
      // No such option: nothing.
      await page.keyboard.press('9');
      await page.keyboard.press(String(at + 2));
      await answered(before + 1);
      expect(answers().at(-1)?.option).toEqual({ n: at + 2, label: 'No', meaning: 'deny' });
    }
  });

  it('P06: takes no Enter before a choice, no digit in its first moment, and none while somebody types', async () => {
    const one = prompt({ session: 'swaps' });
    await opened(one);
    const before = answers().length;
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    // Another prompt takes its place under the hand: keys that were meant for the first answer nothing.
    const next = prompt({ session: 'swaps', openedAt: ago(0), input: { command: 'rm -rf /' } });
    await page.evaluate((id) => {
      window.watched = new Promise<void>((resolve) => {
        new MutationObserver((_all, watcher) => {
          if (document.querySelector(`[data-prompt="${id}"]`) === null) return;
          watcher.disconnect();
          for (const key of ['1', 'Enter'])
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          document.querySelector<HTMLElement>(`[data-prompt="${id}"] .opt`)?.click();
          resolve();
        }).observe(document.body, { childList: true, subtree: true });
      });
    }, next.id);
    close(one);
    ask(next);
    await page.evaluate(() => window.watched);
    await ready(next);
    expect(answers().length).toBe(before);
    // The same prompt becomes another: the moment begins anew.
    await page.evaluate((id) => {
      window.watched = new Promise<boolean>((resolve) => {
        new MutationObserver((_all, watcher) => {
          const card = document.querySelector<HTMLElement>(`[data-prompt="${id}"]`);
          if (!card?.textContent?.includes('touch b')) return;
          watcher.disconnect();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }));
          resolve(card.dataset.resting === 'true');
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      });
    }, next.id);
    lab.daemon.ask({ ...next, input: { command: 'touch b' }, changedAt: ago(0) });
    expect(await page.evaluate(() => window.watched)).toBe(true);
    await ready(next);
    expect(answers().length).toBe(before);
    const field = cardOf(next).getByPlaceholder('No, and tell Claude');
    await field.fill('use ');
    await page.keyboard.type('123');
    expect(await field.inputValue()).toBe('use 123');
    expect(answers().length).toBe(before);
  });

  it('B3: a digit allows nothing whose end was never on the screen: it shows more, and says why; no is always taken', async () => {
    const lines = Array.from({ length: 90 }, (_one, at) => `echo ${at + 1}`);
    const [yes, no] = [0, 1].map(() => prompt({ input: { command: lines.join('\n') } })) as [Prompt, Prompt];
    const card = await opened(yes);
    const before = answers().length;
    const last = card.locator('[data-line]').last();
    const why = card.getByText('Not all of it was on the screen yet. Read to its end, then press 1 again.');
    const top = () => card.locator('.cmd').evaluate((box) => box.scrollTop);
    expect(await top()).toBe(0);
    await page.keyboard.press('1');
    await why.waitFor();
    await until('it is on the screen', () =>
      why.evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight),
    );
    expect(await top()).toBeGreaterThan(0);
    // Twice at once is no reading.
    await page.keyboard.press('1');
    expect(answers().length).toBe(before);
    await last.scrollIntoViewIfNeeded();
    await card.locator('.cmd:not([data-unread])').waitFor();
    await until('the digit is taken', async () => {
      if (answers().length === before) await page.keyboard.press('1');
      return answers().length > before;
    });
    expect(answers().slice(before)).toMatchObject([{ prompt: yes.id, option: { n: 1, meaning: 'allow' } }]);
    await opened(no);
    expect(await cardOf(no).locator('.cmd[data-unread]').count()).toBe(1);
    await page.keyboard.press(String(no.options.find(({ meaning }) => meaning === 'deny')?.n));
    await answered(before + 2);
    expect(answers().at(-1)).toMatchObject({ prompt: no.id, option: { meaning: 'deny' } });
  });

  it('B3: what was read to its end is unread again once it has become something else', async () => {
    const long = (word: string) => Array.from({ length: 90 }, (_one, at) => `${word} ${at + 1}`).join('\n');
    const one = prompt({ input: { command: long('echo') } });
    const card = await opened(one);
    await card.locator('[data-line]').last().scrollIntoViewIfNeeded();
    await card.locator('.cmd:not([data-unread])').waitFor();
    const before = answers().length;
    lab.daemon.ask({ ...one, input: { command: long('rm') }, changedAt: ago(0) });
    await card.getByText('rm 90').waitFor();
    await ready(one);
    await page.keyboard.press('1');
    await card.getByText('Not all of it was on the screen yet.').waitFor();
    expect(answers().length).toBe(before);
  });

  it('B3: what was read to its end stays read for who leaves it and comes back, until it becomes something else', async () => {
    const command = Array.from({ length: 90 }, (_one, at) => `echo ${at + 1}`).join('\n');
    const one = prompt({ input: { command } });
    const card = await opened(one);
    await card.locator('[data-line]').last().scrollIntoViewIfNeeded();
    await card.locator('.cmd:not([data-unread])').waitFor();
    const before = answers().length;
    const comeBack = async () => {
      await goTo('/');
      await card.waitFor({ state: 'detached' });
      await goTo(`/s/${one.session}`);
      await ready(one);
      expect(await card.locator('.cmd').evaluate((box) => box.scrollTop)).toBe(0);
    };
    await comeBack();
    expect(await card.locator('.cmd[data-unread]').count()).toBe(0);
    lab.daemon.ask({ ...one, changedAt: ago(0) });
    await comeBack();
    await page.keyboard.press('1');
    await card.getByText('Not all of it was on the screen yet.').waitFor();
    expect(answers().length).toBe(before);
  });

  it('P08: says that another prompt is asked now, sends nothing, and shows the new one', async () => {
    const one = prompt({ input: { command: 'npm test' } });
    const card = await opened(one);
    lab.daemon.answerWith(() => {
      lab.daemon.ask({ ...one, input: { command: 'git push --force' }, changedAt: ago(0) });
      return Promise.reject(new Refused('changed', 'Claude asks something else now.'));
    });
    await card.locator('.opt').first().click();
    await card.getByText('Your “Yes” was for npm test. Claude now asks something else, so it was not sent.').waitFor();
    await card.locator('.code', { hasText: 'git push --force' }).waitFor();
    await card.locator('.opt').first().waitFor();
  });

  it('P09 P10: three of one session, two of them alike, are three cards, each answered on its own; no card moves the one above', async () => {
    const three = [1, 2, 3].map((n) =>
      prompt({
        session: 'many',
        position: { n, of: 3 },
        openedAt: ago(4 - n),
        agent: n === 3 ? 'general-purpose' : null,
      }),
    );
    await opened(three[0] as Prompt);
    const top = (await cardOf(three[0] as Prompt).boundingBox())?.y;
    ask(...three.slice(1));
    await cardOf(three[2] as Prompt).waitFor();
    expect((await cardOf(three[0] as Prompt).boundingBox())?.y).toBe(top);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    // P19: who asks is said on the card.
    await cardOf(three[2] as Prompt)
      .getByText('From the general-purpose agent')
      .waitFor();
    const before = answers().length;
    await ready(three[1] as Prompt);
    await cardOf(three[1] as Prompt)
      .locator('.opt')
      .last()
      .click();
    await answered(before + 1);
    expect(answers().at(-1)).toMatchObject({ prompt: three[1]?.id, option: { meaning: 'deny' } });
    await page.locator('.receipt').first().waitFor();
    expect(await page.locator('.stack .card').count()).toBe(2);
    // A digit belongs to the card that has the focus.
    await ready(three[2] as Prompt);
    await cardOf(three[2] as Prompt)
      .locator('.opt')
      .last()
      .focus();
    await page.keyboard.press('1');
    await answered(before + 2);
    expect(answers().at(-1)).toMatchObject({ prompt: three[2]?.id, option: { meaning: 'allow' } });
  });

  it('B9: the next prompt is drawn by itself where the last one stood', async () => {
    const [first, second] = [prompt({ session: 'row' }), prompt({ session: 'row', openedAt: ago(0) })];
    await opened(first);
    await page.keyboard.press('1');
    await page.locator('.receipt').waitFor();
    ask(second);
    await ready(second);
    const before = answers().length;
    await page.keyboard.press('1');
    await answered(before + 1);
    expect(answers().at(-1)?.prompt).toBe(second.id);
  });

  it('words go with an answer: Tab opens their field, Esc leaves it, and what was typed outlives another drawing', async () => {
    const one = prompt();
    const card = await opened(one);
    const before = answers().length;
    await card.locator('.opt').first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('and the lint');
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.option)).toBe('1');
    await card.locator('.opt').last().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.type('only the ');
    lab.daemon.ask({ ...one, position: { n: 1, of: 2 } });
    await card.getByText('1 of 2').waitFor();
    await page.keyboard.type('unit tests');
    await page.keyboard.press('Enter');
    await answered(before + 1);
    expect(answers().at(-1)).toMatchObject({ option: { meaning: 'deny' }, text: 'only the unit tests' });
  });

  it('a changed command is what is sent, complete, and only with a plain yes', async () => {
    const one = prompt();
    const card = await opened(one);
    const before = answers().length;
    await card.getByRole('button', { name: 'Change the command' }).click();
    await card.getByRole('textbox', { name: 'Command' }).fill('npm run e2e -- --dry-run');
    await card.locator('.opt').nth(1).click({ force: true });
    expect(await card.locator('.opt').nth(1).getAttribute('aria-disabled')).toBe('true');
    await card.locator('.opt').first().click();
    await answered(before + 1);
    expect(answers().at(-1)).toMatchObject({
      option: { meaning: 'allow' },
      input: { command: 'npm run e2e -- --dry-run', description: 'Run the end-to-end tests' },
    });
  });

  it('says when an answer was sent and not confirmed, and offers only to look again', async () => {
    const one = prompt();
    const card = await opened(one);
    lab.daemon.answerWith(() => Promise.resolve({ receipt: null, text: 'Sent.' }));
    await card.locator('.opt').first().click();
    await card.getByText('“Yes” was sent, but its effect was not seen. Nothing more was sent.').waitFor();
    expect(await card.locator('.opt').count()).toBe(0);
    await card.getByRole('button', { name: 'Look again' }).click();
    await card.locator('.opt').first().waitFor();
    expect(lab.daemon.reread).toContain(one.id);
  });

  it('says of a form that is filled in and was not confirmed what its terminal waits for', async () => {
    const card = await opened({ ...SCENES.form, id: 'form.3', session: 'form' });
    const text = 'Sent, not confirmed: the form is filled in there.';
    lab.daemon.answerWith(() => Promise.resolve({ receipt: null, text }));
    await card.getByLabel('Europe').check();
    await card.getByLabel('Replicas').fill('2');
    await card.getByRole('button', { name: 'Accept' }).click();
    await card.getByText(text).waitFor();
  });

  it('looks only while its tab is shown', async () => {
    await goTo('/');
    await until('it looks', () => Promise.resolve(lab.daemon.looking() === 1));
    // A browser without windows puts no tab behind another: this is what the page sees of it.
    const puts = (hidden: boolean) =>
      page.evaluate((is) => {
        Object.defineProperty(document, 'hidden', { get: () => is, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await puts(true);
    await until('nobody looks', () => Promise.resolve(lab.daemon.looking() === 0));
    await puts(false);
    await until('it looks again', () => Promise.resolve(lab.daemon.looking() === 1));
  });

  it('tells who was first when it was answered from elsewhere', async () => {
    const one = prompt();
    const card = await opened(one);
    lab.daemon.answerWith(() => {
      close(one, { outcome: 'denied', answer: 'No', by: 'Phone' });
      return Promise.reject(new Refused('answered', 'It was already answered.'));
    });
    await card.locator('.opt').first().click();
    await page.locator('.receipt', { hasText: /Already answered: npm run e2e · No, from Phone, / }).waitFor();
  });

  it('B11: one that could not be read says how often it was tried, then shows the raw screen; Retry and the terminal are all', async () => {
    const one = { ...SCENES.unreadable, id: 'odd.1', session: 'odd' };
    ask(one);
    await goTo('/s/odd');
    const card = cardOf(one);
    await card.getByRole('heading', { name: 'Could not read this prompt' }).waitFor();
    await card.getByText(/^Retry 3 of 4/).waitFor();
    expect(await card.locator('.opt').count()).toBe(0);
    lab.daemon.ask({ ...SCENES.gaveUp, id: 'odd.1', session: 'odd' });
    await card.getByText('Read 5 times. It is not read again by itself.').waitFor();
    await card.locator('.code', { hasText: 'odd' }).waitFor();
    await card.getByRole('button', { name: 'Retry' }).click();
    await until('it was asked for again', () => Promise.resolve(lab.daemon.reread.includes('odd.1')));
    await card.getByRole('button', { name: 'Open terminal' }).click();
    await card.getByText('tallymux attach odd').waitFor();
  });

  it('offers no yes where not all of it is seen, or where only its terminal can answer', async () => {
    for (const scene of [SCENES.cut, SCENES.terminalOnly, SCENES.third, SCENES.oddForm]) {
      ask(scene);
      await goTo(`/s/${scene.session}`);
      await cardOf(scene).waitFor();
      expect(await cardOf(scene).locator('.opt, [type=submit]').count()).toBe(0);
    }
    await goTo(`/s/${SCENES.cut.session}`);
    await page.getByText('52 lines of it are only on its terminal.').waitFor();
    await page.getByRole('button', { name: 'Open to answer' }).click();
    await page.getByText('tallymux attach cut').waitFor();
  });

  it('shows an edit with a word for each line that goes or comes, and hostile text as text', async () => {
    const edit = { ...SCENES.edit, id: 'diff.1', session: 'diff' };
    const card = await opened(edit);
    expect(await card.locator('[data-kind="removed"]').first().textContent()).toContain('removed: ');
    expect(await card.locator('[data-kind="added"]').count()).toBe(5);
    const hostile = await opened(
      prompt({ input: { command: 'echo \u202Ehi\u001b[31m <img src=x onerror=alert(1)>', description: '<b>x</b>' } }),
    );
    expect(await hostile.locator('.code .l > span').textContent()).toBe(
      'echo hi\\x1b[31m <img src=x onerror=alert(1)>',
    );
    await hostile.getByText('Holds characters that are not shown').waitFor();
    // A field could not hold them letter by letter.
    expect(await hostile.getByRole('button', { name: 'Change the command' }).count()).toBe(0);
    expect(await hostile.locator('img').count()).toBe(0);
  });
});

describe('questions, plans and forms', () => {
  it('P04: the second answer of a question is sent by its own words', async () => {
    const card = await opened({ ...SCENES.question, id: 'q.1', session: 'q' });
    const before = answers().length;
    await card.getByRole('button', { name: 'deb and rpm' }).click();
    await answered(before + 1);
    expect(answers().at(-1)).toMatchObject({
      option: { n: 2, label: 'deb and rpm', meaning: 'choose' },
      answers: [{ chosen: ['deb and rpm'], text: null }],
    });
  });

  it('P05: several questions, one with several ticks and one typed, reach Claude by one submit', async () => {
    const card = await opened({ ...SCENES.questions, id: 'qs.1', session: 'qs' });
    const before = answers().length;
    await page.keyboard.press('2');
    await card.getByText('Which platforms').waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('3');
    await page.keyboard.press('2');
    await page.keyboard.press('2');
    await card.getByRole('button', { name: 'Next' }).click();
    await card.getByRole('button', { name: 'Back' }).click();
    expect(await card.locator('.opt[aria-pressed="true"]').allInnerTexts()).toEqual([
      expect.stringContaining('Linux'),
      expect.stringContaining('Windows'),
    ]);
    await card.getByRole('button', { name: 'Next' }).click();
    await page.keyboard.press('3');
    await page.keyboard.type('after the audit');
    await page.keyboard.press('Enter');
    await card.getByText('Your answers').waitFor();
    expect(answers().length).toBe(before);
    await card.getByRole('button', { name: 'Submit answers' }).click();
    await answered(before + 1);
    expect(answers().at(-1)?.answers).toEqual([
      { chosen: ['deb and rpm'], text: null },
      { chosen: ['Linux', 'Windows'], text: null },
      { chosen: [], text: 'after the audit' },
    ]);
  });

  it('P18: a plan can be read to its end before it is answered, and each way to go on is its own', async () => {
    const plan = Array.from({ length: 200 }, (_one, at) => `${at + 1}. Step ${at + 1}`).join('\n');
    const one = { ...SCENES.plan, id: 'plan.2', session: 'plan', input: { plan } };
    const card = await opened(one);
    expect(await card.locator('.md .li').count()).toBe(200);
    await card.locator('.below').waitFor();
    const options = () => card.locator('.opt').allInnerTexts();
    const before = await options();
    expect(new Set(before).size).toBe(3);
    await page.reload();
    await ready(one);
    expect(await options()).toEqual(before);
    await card.getByRole('textbox').fill('Drop step 3.');
    await page.keyboard.press('Enter');
    await until('it was answered', () => Promise.resolve(answers().at(-1)?.prompt === one.id));
    expect(answers().at(-1)).toMatchObject({ option: { n: 3, meaning: 'deny' }, text: 'Drop step 3.' });
  });

  it('a form is checked where it is filled in, and sent with the values of its fields', async () => {
    const card = await opened({ ...SCENES.form, id: 'form.2', session: 'form' });
    const before = answers().length;
    expect(await card.locator('input:checked').count()).toBe(0);
    await card.getByLabel('Replicas').fill('two');
    await card.getByRole('button', { name: 'Accept' }).click();
    await card.getByText('This is required.').waitFor();
    await card.getByText('This must be a number.').waitFor();
    expect(answers().length).toBe(before);
    await card.getByLabel('Europe').check();
    await card.getByLabel('Replicas').fill('2');
    await card.getByLabel('worker').check();
    await card.getByLabel('api').check();
    await card.getByRole('button', { name: 'Accept' }).click();
    await answered(before + 1);
    expect(answers().at(-1)).toMatchObject({ option: { meaning: 'accept' } });
    // The box that was never touched is not among them.
    expect(answers().at(-1)?.content).toEqual({ region: 'eu', replicas: 2, parts: ['api', 'worker'] });
  });
});

describe('the inbox', () => {
  it('lists the prompts of all sessions, oldest first, and is walked and answered by keys', async () => {
    const three = [3, 2, 1].map((minutes) => prompt({ openedAt: ago(minutes), input: { command: `make ${minutes}` } }));
    ask(...three.toReversed());
    await goTo('/inbox');
    await page.getByText('3 prompts in 3 sessions').waitFor();
    expect(await page.locator('.inb nav .lead .ac').allInnerTexts()).toEqual(['make 3', 'make 2', 'make 1']);
    await page.getByRole('link', { name: 'Inbox, 3 open prompts' }).waitFor();
    await ready(three[0] as Prompt);
    await page.keyboard.press('j');
    await page.locator('.ctx', { hasText: '2 of 3' }).waitFor();
    await ready(three[1] as Prompt);
    // What comes meanwhile neither moves nor focuses anything.
    const late = prompt({ openedAt: ago(0), input: { command: 'make late' } });
    ask(late);
    await page.getByText('4 prompts in 4 sessions').waitFor();
    expect(await cardOf(three[1] as Prompt).count()).toBe(1);
    const before = answers().length;
    await page.keyboard.press('3');
    await answered(before + 1);
    expect(answers().at(-1)).toMatchObject({ prompt: three[1]?.id, option: { meaning: 'deny' } });
    await ready(three[2] as Prompt);
    await page.keyboard.press('k');
    await ready(three[0] as Prompt);
    for (const one of [three[0], three[2], late]) close(one as Prompt);
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
  });

  it('names of a long command the line to look at twice, in the sidebar as well', async () => {
    ask({ ...SCENES.command, id: 'drops.1', session: 'drops' });
    await goTo('/inbox');
    for (const row of [page.locator('.inb nav .row'), page.locator('a.row.lead[href="/s/drops"]')])
      await row.filter({ hasText: 'dropdb --if-exists "$PGDATABASE"' }).waitFor();
  });

  it('Tab goes to the words that say what to do instead; digits rest while a link or button elsewhere has the focus', async () => {
    const one = prompt({ input: { command: 'make keys' } });
    ask(one);
    await goTo('/inbox');
    await ready(one);
    const card = cardOf(one);
    const field = card.getByPlaceholder('No, and tell Claude');
    const before = answers().length;
    const leave = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const typesInto = async (text: string): Promise<void> => {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
      expect(await field.inputValue()).toBe(text);
      await field.fill('');
      await leave();
    };
    await leave();
    await typesInto('1 use 2 pnpm 4');
    await card.locator('.cmd').click();
    await typesInto('after 1 click');
    await page.keyboard.press('j');
    await page.locator(`[data-row="${one.id}"]:focus`).waitFor();
    await typesInto('from its 1 row');
    await page.getByRole('link', { name: 'Open session' }).focus();
    await page.keyboard.press('1');
    await page.keyboard.press('Tab');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(false);
    expect(answers().length).toBe(before);
    await leave();
    await page.keyboard.press('1');
    await answered(before + 1);
    expect(answers().at(-1)).toMatchObject({ prompt: one.id, option: { n: 1 }, text: null });
  });

  it('is the phone’s home: a short command is answered there, the whole of anything else is opened first', async () => {
    const phone = await lab.paired('full', { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true });
    const [risky, short] = [
      { ...SCENES.command, id: 'risky.1', session: 'risky' },
      { ...SCENES.short, id: 'brief.1', session: 'brief' },
    ];
    ask(risky, short);
    const riskyCard = phone.locator('.ph-card', { hasText: 'risky' });
    await riskyCard.getByText('6 lines, 2 to look at twice').waitFor();
    expect(await riskyCard.getByRole('button').count()).toBe(0);
    const before = answers().length;
    await phone.locator('.ph-card', { hasText: 'brief' }).getByRole('button', { name: /No$/ }).tap();
    await answered(before + 1);
    expect(answers().at(-1)).toMatchObject({ prompt: short.id, option: { n: 3, meaning: 'deny' } });
    await riskyCard.getByRole('link', { name: 'Open to answer' }).tap();
    await ready(risky, phone);
    const places = await cardOf(risky, phone).evaluate((card) => ({
      bottom: card.getBoundingClientRect().bottom,
      width: document.documentElement.scrollWidth,
      small: [...card.querySelectorAll('button')].filter((one) => one.getBoundingClientRect().height < 43.5).length,
    }));
    expect(places.bottom).toBeLessThanOrEqual(640);
    expect(places.width).toBe(360);
    expect(places.small).toBe(0);
    await phone.getByRole('button', { name: 'Fold this card' }).tap();
    await phone.getByRole('button', { name: 'Show this card' }).waitFor();
    expect(await cardOf(risky, phone).locator('.opt').count()).toBe(0);
    await phone.context().close();
  });
});

describe('who may answer', () => {
  it('says aloud, once, who asks what', async () => {
    await goTo('/');
    await page.locator('.app').waitFor();
    const region = page.locator('[aria-live="assertive"]');
    const one = prompt({ session: 'speaks' });
    ask(one);
    await until('it was said', async () => (await region.textContent()) === 'speaks asks: Bash command, npm run e2e');
    await page.evaluate(() => {
      window.watched = 0;
      const live = document.querySelector('[aria-live="assertive"]') as Element;
      new MutationObserver(() => {
        window.watched = 1;
      }).observe(live, { childList: true, characterData: true, subtree: true });
    });
    await goTo('/s/speaks');
    lab.daemon.ask({ ...one, position: { n: 1, of: 2 } });
    await cardOf(one).getByText('1 of 2').waitFor();
    expect(await page.evaluate(() => window.watched)).toBe(0);
  });

  it('a device that may only look sees everything and is offered nothing', async () => {
    const looker = await lab.paired('read-only');
    const one = prompt();
    ask(one);
    await goTo(`/s/${one.session}`, looker);
    const card = cardOf(one, looker);
    await card.getByText('This device may only look.').waitFor();
    expect(await card.locator('.opt').count()).toBe(0);
    await goTo('/inbox', looker);
    await card.waitFor();
    expect(await looker.locator('.hint kbd').allTextContents()).toEqual(['j', 'k']);
    await looker.context().close();
  });

  it('P20: nothing but an answer of a named prompt goes in: keys, control characters in names and unknown fields are refused', async () => {
    const credential = await lab.open.pair();
    const good = {
      prompt: 'k3f.1',
      option: { n: 1, label: 'Yes', meaning: 'allow' },
      text: null,
      input: null,
      answers: null,
      content: null,
    };
    const before = answers().length;
    for (const bad of [
      { keys: 'C-c' },
      { ...good, keys: ['C-d'] },
      { ...good, option: { ...good.option, key: 'Enter' } },
      { ...good, option: { n: 1, label: 'Yes', meaning: 'press' } },
      { ...good, text: '' },
      { ...good, option: 'C-c' },
    ]) {
      expect((await lab.open.post('/api/answer', bad, credential)).status).toBe(400);
    }
    expect((await lab.open.post('/api/keys', { session: 'k3f', keys: ['C-c'] }, credential)).status).toBe(404);
    expect((await lab.open.post('/api/answer', good, credential)).status).toBe(409);
    expect(answers().length).toBe(before);
  });
});

describe('accessibility', () => {
  // The light theme is much like it, and dear.
  it.each(process.env.TALLYMUX_FULL === '1' ? (['light', 'dark'] as const) : (['dark'] as const))(
    'axe finds nothing on any card in the %s theme',
    async (colorScheme) => {
      const scenes = Object.values(SCENES);
      const position = (at: number) => ({ n: at + 1, of: scenes.length });
      const all = scenes.map((one, at) => ({ ...one, id: `axe.${at + 1}`, session: 'axe', position: position(at) }));
      ask(...all);
      const looked = await lab.paired('full', { colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
      await goTo('/s/axe', looked);
      await cardOf(all.at(-1) as Prompt, looked).waitFor();
      await ready(all[0] as Prompt, looked);
      await expectClean(looked);
      if (colorScheme === 'dark') {
        await goTo('/inbox', looked);
        await looked.locator('.inb .card').waitFor();
        await expectClean(looked);
      }
      await looked.setViewportSize({ width: 390, height: 844 });
      await goTo('/', looked);
      await looked.locator('.ph-card').first().waitFor();
      await expectClean(looked);
      await looked.context().close();
    },
    120_000,
  );
});

describe('away from the daemon', () => {
  it('a card is dimmed and takes nothing, and what was typed is still there', async () => {
    const one = prompt();
    const card = await opened(one);
    await card.getByPlaceholder('No, and tell Claude').fill('kept');
    const before = answers().length;
    await lab.open.server.close();
    await card.getByText('Not connected. Nothing can be answered now.').waitFor();
    await page.keyboard.press('Escape');
    await card.locator('.opt').first().click({ force: true });
    expect(await card.getAttribute('data-away')).toBe('true');
    expect(await card.locator('.opt').first().getAttribute('aria-disabled')).toBe('true');
    expect(await card.getByPlaceholder('No, and tell Claude').inputValue()).toBe('kept');
    expect(answers().length).toBe(before);
  });
});
