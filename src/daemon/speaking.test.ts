import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hurry } from '../../test/lab/hurried.ts';
import { type Desk, promptDesk } from '../../test/lab/prompt-desk.ts';
import { recordedScreen, screenOf } from '../../test/lab/screens.ts';
import { until } from '../../test/lab/until.ts';
import type { Living } from './living.ts';
import { type Speaking, speakTo } from './speaking.ts';

let desk: Desk;
let rest: () => void;
let speaking: Speaking;
let living: Living;
const RULE = '─'.repeat(120);
const ENGLAND = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
/** Without a footer: all that tells it is its list. */
const DIALOG = `${RULE}\n Fetch\n\n url: http://a/\n\n Allow it?\n ❯ 1. Yes\n   2. No`;
const composer = (draft: string) =>
  screenOf(`● Done.\n\n${RULE}\n❯ ${draft.replaceAll('\n', '\n  ')}\n${RULE}\n  ? for shortcuts`);
const show = (screen: ReturnType<typeof screenOf>) => desk.panes.set('%1', screen);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { problem?: string; message: string }) => error.problem ?? error.message,
  );
/** The pane takes what is typed, and Claude takes what is sent. */
const obey = () => {
  let typed = '';
  desk.afterKeys = ({ keys }) => {
    typed = 'text' in keys ? typed + keys.text : '';
    if ('text' in keys) show(composer(typed));
    else obeyed();
  };
};
const texts = () => desk.pressed.flatMap(({ keys }) => ('text' in keys ? [keys.text] : []));
const obeyed = () => {
  show(composer(''));
  desk.level(living, 'busy');
};
const shell = (words: string) => screenOf(`● Done.\n\n${RULE}\n! ${words}\n${RULE}\n  ! for shell mode`);

beforeEach(async () => {
  rest = hurry();
  desk = promptDesk();
  const { prompts, sessions, clock } = desk;
  speaking = speakTo({ screens: prompts.screens, sessions, clock, asks: (one) => prompts.of(one).length > 0 });
  living = desk.meet('aaa', '%1');
  show(composer(''));
  desk.level(living, 'idle');
  await until('its pane is known', () => prompts.screens.lookedAt(living) !== null);
});
afterEach(() => {
  speaking.dispose();
  desk.dispose();
  rest();
});

describe('a text for a session', () => {
  it.each([
    'looks good',
    '- item',
    '--help',
    'Enter',
    'C-c',
    'go;',
    ';',
    'a\\;',
    '# Fix it',
    '& run it',
    `${ENGLAND} 👩🏽\u200d💻 👩🏽\u200d❤️\u200d💋\u200d👨🏻 🏳️\u200d🌈`,
    'données 請求 🎉 👩‍💻 ❤️ שלום مرحبا می\u200cخواهم क्\u200dष',
  ])('M12 M13 M14: %j is typed as it is, then sent', async (text) => {
    obey();
    expect(await speaking.send(living, text)).toMatchObject({ confirmed: true });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text }, { key: 'Enter' }]);
  });

  it('is a command of the shell: its sign first, which is a mode in every version, then the rest', async () => {
    desk.afterKeys = ({ keys }) => {
      if (!('text' in keys)) obeyed();
      else show(shell(keys.text === '!' ? '' : keys.text));
    };
    expect(await speaking.send(living, '!ls -l')).toMatchObject({ confirmed: true });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: '!' }, { text: 'ls -l' }, { key: 'Enter' }]);
  });

  it('for the shell is not sent where its sign turned nothing on: Claude would take it for words', async () => {
    obey();
    expect(await refusal(speaking.send(living, '!ls -l'))).toBe('changed');
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: '!' }]);
  }, 10_000);

  it('that is a command gets a line break behind it: its Enter would run the first of those that Claude offers', async () => {
    obey();
    expect(await speaking.send(living, '/cont')).toMatchObject({ confirmed: true });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: '/con' }, { text: 't\n' }, { key: 'Enter' }]);
  });

  it('that is a command is not sent where a list stands all the same, whose first one is another', async () => {
    desk.afterKeys = () => {
      const row = `❯ ${texts().join('').trimEnd()}`;
      show(screenOf(`● Done.\n\n${RULE}\n${row}\n${RULE}\n/context      See the context\n/clear      Start anew`));
    };
    expect(await refusal(speaking.send(living, '/contex'))).toBe('changed');
    expect(texts().join('')).toBe('/contex\n');
    expect(desk.pressed.some(({ keys }) => 'key' in keys)).toBe(false);
  }, 10_000);

  it('of several lines has its first line by itself', async () => {
    obey();
    expect(await speaking.send(living, 'one\ntwo\nthree')).toMatchObject({ confirmed: true });
    expect(texts()).toEqual(['one', '\ntwo\nthree']);
  });

  it.each(['/home/me/deploy.sh', 'rm -rf x\nls', '\n\nrm -rf x\nls'])(
    'P12: %j sends no line break to a shell, which takes what is typed under the last frame of a Claude that was killed',
    async (text) => {
      const frame = composer('').lines;
      desk.afterKeys = () => show({ ...composer(''), lines: [...frame, `$ ${texts().join('')}`] });
      expect(await refusal(speaking.send(living, text))).toBe('changed');
      expect(texts().join('').trim()).not.toContain('\n');
    },
    10_000,
  );

  it('that turned a mode on, as # and & may, is not sent', async () => {
    for (const sign of ['#', '&']) {
      desk.pressed.length = 0;
      show(composer(''));
      desk.afterKeys = () => show(screenOf(`● Done.\n\n${RULE}\n${sign} Fix it\n${RULE}\n  ${sign} to memorize`));
      expect(await refusal(speaking.send(living, `${sign} Fix it`))).toBe('changed');
      expect(desk.pressed).toHaveLength(1);
    }
  }, 10_000);

  it.each(['/model opus', 'see @src', 'look at /conte', 'ends in \\', '?'])(
    '%j gets a blank behind it: its Enter would complete it, or break the line',
    async (text) => {
      obey();
      expect(await speaking.send(living, text)).toMatchObject({ confirmed: true });
      expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: `${text} ` }, { key: 'Enter' }]);
    },
  );

  it('that still stands there after Enter is told as such', async () => {
    desk.afterKeys = ({ keys }) => {
      if ('text' in keys) show(composer(keys.text));
    };
    expect(await refusal(speaking.send(living, 'hello'))).toBe('changed');
  }, 10_000);

  it('P13: is refused where a draft of the person stands, and the draft stays', async () => {
    show(composer('delete the'));
    expect(await refusal(speaking.send(living, 'looks good'))).toBe('refused');
    expect(desk.pressed).toEqual([]);
  });

  it('is refused into an open dialog', async () => {
    show(recordedScreen('perm-bash.120'));
    desk.level(living, 'waiting');
    expect(await refusal(speaking.send(living, 'yes'))).toBe('refused');
    expect(desk.pressed).toEqual([]);
  });

  it('is refused where no composer is seen, also where no dialog is', async () => {
    show(screenOf('$ vi notes.txt'));
    expect(await refusal(speaking.send(living, 'hello'))).toBe('refused');
    expect(desk.pressed).toEqual([]);
  });

  it('P12: is not sent with Enter when something opened between text and Enter', async () => {
    desk.afterKeys = ({ keys }) => {
      if ('text' in keys) show(recordedScreen('perm-bash.120'));
    };
    expect(await refusal(speaking.send(living, 'hello'))).toBe('changed');
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: 'hello' }]);
  });

  const said = '❯ continue\n\n● Going on.\n\n';
  const opened = () => screenOf(`${said}${DIALOG}`);

  it('P12: is not sent into a dialog that opens right before Enter, though the transcript shows the same words', async () => {
    const typed = screenOf(`${said}${RULE}\n❯ continue\n${RULE}\n  ? for shortcuts`);
    desk.beforeKeys = () => {
      if (desk.pressed.length === 1) show(opened());
    };
    desk.afterKeys = () => show(typed);
    expect(await refusal(speaking.send(living, 'continue'))).toBe('changed');
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ text: 'continue' }]);
  });

  it('P12: no piece of it is typed into a dialog that opens before it', async () => {
    show(screenOf(`❯\n\n● Going on.\n\n${RULE}\n❯\n${RULE}\n  ? for shortcuts`));
    desk.beforeKeys = () => show(screenOf(`❯\n\n● Going on.\n\n${DIALOG}`));
    expect(await refusal(speaking.send(living, '1'))).toBe('changed');
    expect(desk.pressed).toEqual([]);
  });

  it('is typed where a footer moves on while it is looked at', async () => {
    obey();
    let looks = 0;
    desk.beforeKeys = () => {
      looks += 1;
      if (looks === 1) show(screenOf(`● Done.\n\n${RULE}\n❯ \n${RULE}\n  12:00:01`));
    };
    expect(await speaking.send(living, 'hello')).toMatchObject({ confirmed: true });
  });

  it('that Claude was not seen to take is not called sent', async () => {
    desk.afterKeys = ({ keys }) => show(composer('text' in keys ? keys.text : ''));
    expect(await speaking.send(living, 'hello')).toMatchObject({ confirmed: false });
  }, 10_000);

  it('with control characters or tabs, or with nothing in it, is refused', async () => {
    for (const text of ['a\u001b[Ab', 'a\tb', ' \n ', '!', ' / ', '#', '&'])
      expect([text, await refusal(speaking.send(living, text))]).toEqual([text, 'bad-request']);
    expect(desk.pressed).toEqual([]);
  });

  it.each(['\u202e', '\u200b', '\ufeff', '\u2066', '\u200d', '💻\u200d', '❤️\u200d', '👍🏽\u200d'])(
    'with the invisible %j, which Claude does not show, is refused by its name before anything is typed',
    async (character) => {
      const hidden = /\p{Cf}/u.exec(character)?.[0] ?? '';
      const name = `U+${hidden.charCodeAt(0).toString(16).toUpperCase()}`;
      await expect(speaking.send(living, `a${character}b`)).rejects.toMatchObject({
        problem: 'bad-request',
        message: expect.stringContaining(name),
      });
      expect(desk.pressed).toEqual([]);
    },
  );

  it.each([
    'a \u{e0067}\u{e0062}',
    '🏴\u{e0075}\u{e0073}\u{e0074}\u{e0078}\u{e007f}',
    '🏴\u{e0067}\u{e0062}',
    `a${ENGLAND.slice(2)}`,
  ])('with tags that are no flag is refused: Claude drops them when it sends: %j', async (text) => {
    expect(await refusal(speaking.send(living, text))).toBe('bad-request');
    expect(desk.pressed).toEqual([]);
  });

  it('outside tmux is refused with where to go', async () => {
    const elsewhere = desk.meet('bbb');
    await expect(speaking.send(elsewhere, 'hello')).rejects.toMatchObject({
      problem: 'refused',
      message: expect.stringMatching(/bbb runs in no tmux pane.*Nothing was sent/),
    });
  });

  it('two at once: one is typed, the other refused', async () => {
    obey();
    const both = [refusal(speaking.send(living, 'one')), refusal(speaking.send(living, 'two'))];
    expect((await Promise.all(both)).sort()).toEqual(['conflict', 'done']);
  });
});

describe('an interrupt', () => {
  it('presses Esc where Claude works and asks nothing', async () => {
    desk.level(living, 'busy');
    desk.afterKeys = () => desk.level(living, 'idle');
    expect(await speaking.interrupt(living)).toMatchObject({ confirmed: true });
    expect(desk.pressed.map(({ keys }) => keys)).toEqual([{ key: 'Escape' }]);
  });

  it('P12: goes to no dialog that opens right before it, though a draft stands in the transcript too', async () => {
    desk.level(living, 'busy');
    show(screenOf(`❯ continue\n\n● Going on.\n\n${RULE}\n❯ continue\n${RULE}\n  ? for shortcuts`));
    desk.beforeKeys = () => show(screenOf(`❯ continue\n\n● Going on.\n\n${DIALOG}`));
    expect(await refusal(speaking.interrupt(living))).toBe('changed');
    expect(desk.pressed).toEqual([]);
  });

  it('is refused where nothing runs, and where a prompt is open: Esc would answer it', async () => {
    await until('its turn is over', () => living.decision.state !== 'busy');
    expect(await refusal(speaking.interrupt(living))).toBe('refused');
    show(recordedScreen('perm-bash.120'));
    desk.level(living, 'waiting');
    expect(await refusal(speaking.interrupt(living))).toBe('refused');
    expect(desk.pressed).toEqual([]);
  });
});
