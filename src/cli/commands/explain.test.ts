import { expect, test } from 'vitest';
import { contextOf } from '../connection.ts';
import { EXIT } from '../failure.ts';
import { type ExplainOptions, explain } from './explain.ts';

test.each<[string, string | undefined, ExplainOptions, RegExp]>([
  ['without a session', undefined, {}, /takes a session: tallymux explain <session>/],
  ['--replay without a file', undefined, { replay: true }, /takes the file that --save wrote.*--replay <file>/],
  ['--replay with --save', 'file', { replay: true, save: 'other' }, /give one of the two/],
  ['--replay with --save, without a file', undefined, { replay: true, save: 'other' }, /give one of the two/],
  ['--full without --save', 'session', { full: true }, /add --save <file>/],
  ['--force without --save', 'session', { force: true }, /add --save <file>/],
])('explain %s says how it is used, and asks no daemon', async (_what, wanted, options, words) => {
  const context = contextOf({ TALLYMUX_HOME: '/nowhere' }, false);
  await expect(explain(context, wanted, options)).rejects.toMatchObject({
    exitCode: EXIT.usage,
    message: expect.stringMatching(words),
  });
});
