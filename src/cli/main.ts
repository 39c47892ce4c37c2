// The command line's entry: what each command is called and takes. Commands are loaded when they are used, so that a
// status bar that asks once a second pays for one of them. It must never load zod, pino or a database.

import { Command, CommanderError, Option } from 'commander';
import { HomeError, noRoom } from '../home/home-error.ts';
import { homePaths } from '../home/paths.ts';
import { type Context, contextOf } from './connection.ts';
import { EXIT, Failure, failureInJson } from './failure.ts';
import { endWhenUnread, printJson, tell } from './output.ts';
import { safeText } from './text/safe-text.ts';
import { VERSION } from './version.ts';

type Options = Record<string, never>;
type ExplainOptions = import('./commands/explain.ts').ExplainOptions;
type AnswerOptions = import('./commands/answer.ts').AnswerOptions;

const ANSWER_HELP = `
  tallymux answer k3f.1 2                  the second option
  tallymux answer shop --yes               the one open prompt of a session
  tallymux answer k3f --no "use pnpm"      no, and tell Claude
  tallymux answer k3f --answer 1,3 --answer "Go"     two questions, the first with two choices
  tallymux answer k3f --text "both"        your own answer to a question
  tallymux answer k3f --field region=eu    a form

Ends with 0 once the effect was seen, 1 when it was sent and not seen, 4 when there is no such prompt or option, 5 when
several fit, 6 when somebody answered first or it became another, 7 when it is refused. Nothing is answered twice.`;

/** Options that may be given several times. */
const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

function build(): Command {
  const program = new Command('tallymux');
  const context = (): Context => contextOf(process.env, program.opts<{ start: boolean }>().start);
  /** Runs a command with the context, the arguments and the options, and keeps the exit code that it returns. */
  const run =
    (act: (context: Context, ...given: never[]) => Promise<unknown>) =>
    async (...given: unknown[]): Promise<void> => {
      const code = await act(context(), ...(given.slice(0, -1) as never[]));
      if (typeof code === 'number') process.exitCode = code;
    };
  const json = (): Option => new Option('--json', 'print JSON, of a failure its "error"');

  program
    .description(
      'Tally lights for Claude Code: every session, and what waits for you.\nWithout a command: starts the daemon if needed and prints a link to the panel.',
    )
    .version(VERSION, '-v, --version')
    .option('--no-start', 'do not start the daemon')
    .argument('[command]')
    .usage('[options] [command]')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`${text.trim().replace(/^error: /, 'tallymux: ')}\n`) })
    .showHelpAfterError('`tallymux --help` lists all commands and options.')
    .action(async (name: string | undefined) => {
      if (name !== undefined) {
        throw new Failure(
          EXIT.usage,
          `There is no command ${JSON.stringify(safeText(name))}. \`tallymux --help\` lists them.`,
        );
      }
      await (await import('./commands/daemon.ts')).panelLink(context());
    });

  const command = (name: string, description: string): Command =>
    program
      .command(name)
      .description(description)
      .showHelpAfterError(`\`tallymux ${name} --help\` tells how it is used.`);

  command('start', 'start the daemon')
    .option('--foreground', 'run it in this terminal')
    .action(run(async (at, options: Options) => (await import('./commands/daemon.ts')).start(at, options)));
  command('stop', 'stop the daemon; sessions go on').action(
    run(async (at) => (await import('./commands/daemon.ts')).stop(at)),
  );
  command('status', 'what runs, and where')
    .addOption(json())
    .action(run(async (at, options: Options) => (await import('./commands/daemon.ts')).status(at, options)));
  command('list', 'every session, what waits for you first')
    .alias('ls')
    .addOption(json())
    .action(run(async (at, options: Options) => (await import('./commands/list.ts')).list(at, options)));
  command('watch', 'a live list that answers; piped, a stream of changes')
    .addOption(json())
    .action(run(async (at, options: Options) => (await import('./commands/watch.ts')).watch(at, options)));
  command('show', 'one session in full')
    .argument('<session>', 'id, label, name, branch or directory')
    .addOption(json())
    .action(run(async (at, s: string, options: Options) => (await import('./commands/show.ts')).show(at, s, options)));
  command('explain', 'why a session is in its state')
    .argument('[session]', 'a session, or with --replay a file that --save wrote')
    .usage('[options] <session>')
    .addOption(json())
    .option('--save <file>', 'write what it rests on to a file, without what was typed, said or run (- prints it)')
    .option('--full', 'with --save: also what was typed, said and run')
    .option('--force', 'with --save: also over a file that is no recording')
    .option('--replay', 'decide a saved file again, step by step; needs no daemon')
    .action(
      run(async (at, s: string | undefined, options: ExplainOptions) =>
        (await import('./commands/explain.ts')).explain(at, s, options),
      ),
    );
  command('prompts', 'what Claude asks, complete, and how to answer')
    .alias('inbox')
    .addOption(json())
    .action(run(async (at, options: Options) => (await import('./commands/prompts.ts')).prompts(at, options)));
  command('answer', 'answer a prompt, once')
    .argument('<prompt>', "a prompt's id as `prompts` shows it, or a session that asks one thing")
    .argument('[option]', 'its number or its words')
    .option('--yes', 'allow it once; never a standing rule, never another mode')
    .option('--no [text]', 'refuse it; with a text, Claude goes on and is told that')
    .option('--text <text>', 'words that go with the option, or your own answer to a question')
    .option('--answer <answer>', 'one for each question: numbers or words (1,3), or =your own words', collect)
    .option('--field <name=value>', 'a field of a form', collect)
    .option('--decline', 'decline a form')
    .option('--now', 'also what came less than a second ago, and after an answer that was not confirmed')
    .addOption(json())
    .addHelpText('after', ANSWER_HELP)
    .action(
      run(async (at, wanted: string, option: string | undefined, options: AnswerOptions) =>
        (await import('./commands/answer.ts')).answer(at, wanted, option, options),
      ),
    );
  command('next', 'the session that waits longest, and what it asks')
    .addOption(json())
    .action(run(async (at, options: Options) => (await import('./commands/prompts.ts')).next(at, options)));
  command('send', 'type a text into a session that waits for one')
    .argument('<session>')
    .argument('<text...>', '- reads it from standard input')
    .addHelpText(
      'after',
      '\nRefused while the session asks something, while somebody types there, or where its composer is not seen. A text that\nbegins with a dash goes after --: `tallymux send S -- "- one thing"`.',
    )
    .action(run(async (at, s: string, text: string[]) => (await import('./commands/talk.ts')).send(at, s, text)));
  command('interrupt', 'press Esc where Claude works')
    .argument('<session>')
    .action(run(async (at, s: string) => (await import('./commands/talk.ts')).interrupt(at, s)));
  command('attach', 'go to the terminal of a session; piped, print the command')
    .argument('<session>')
    .action(run(async (at, s: string) => (await import('./commands/attach.ts')).attach(at, s)));
  command('label', 'call a session something')
    .argument('<session>')
    .argument('[text...]')
    .option('--remove', 'take the label away')
    .action(
      run(async (at, s: string, text: string[], options: Options) =>
        (await import('./commands/mark.ts')).label(at, s, text, options),
      ),
    );
  command('mute', 'no announcements: for good, for 30m, 2h, 1d, or off')
    .argument('<session>')
    .argument('[duration]')
    .action(
      run(async (at, s: string, duration?: string) => (await import('./commands/mark.ts')).mute(at, s, duration)),
    );
  command('seen', 'what finished was looked at')
    .alias('dismiss')
    .argument('[session]')
    .option('--all', 'every session')
    .option('--undo', 'take it back')
    .action(
      run(async (at, s: string | undefined, options: Options) =>
        (await import('./commands/mark.ts')).seen(at, s, options),
      ),
    );
  command('wait', 'end when a session gets into a state')
    .argument('<session>')
    .requiredOption('--until <state>', 'needs-you, failed, to-review, busy, unknown, idle or ended')
    .option('--timeout <seconds>', 'give up after that time, with exit code 124')
    .action(
      run(async (at, s: string, options: { until: string }) =>
        (await import('./commands/wait.ts')).wait(at, s, options),
      ),
    );
  command('setup', "put our hooks into Claude's settings: states become exact")
    .option('--remove', 'take exactly these hooks out again')
    .option('--dry-run', 'change nothing, print what would change')
    .addOption(json())
    .option('--inside-only', 'in a container: no Claude outside of it uses these settings')
    .addOption(
      new Option('--replace', "take the place of another Tallymux home's hooks, which then gets none").conflicts(
        'remove',
      ),
    )
    .addHelpText(
      'after',
      "\nMerges hooks into settings.json of each Claude directory and keeps every byte that is not ours, other people's hooks\nincluded. A file that it cannot understand is not touched. Only events that every Claude Code in use knows are\nregistered: run it again after installing another version. Needs no daemon; running sessions take part at once, those\nolder than 2.1 when they are started again.\n\nOne Tallymux home at a time has its hooks in a settings file: where those of another stand, it refuses and names that\nhome, unless it is gone or you say --replace. --remove leaves those of another home.",
    )
    .action(run(async (at, options: Options) => (await import('./commands/setup.ts')).setup(at, options)));
  command('doctor', 'what is set, found, and wrong').action(
    run(async (at) => (await import('./commands/doctor.ts')).doctor(at)),
  );
  command('open', 'open the panel in the browser').action(
    run(async (at) => (await import('./commands/access.ts')).open(at)),
  );
  command('pair', 'print a one-time link for a device')
    .option('--read-only', 'a device that may only look')
    .action(run(async (at, options: Options) => (await import('./commands/access.ts')).pair(at, options)));
  const devices = command('devices', 'the paired devices')
    .addOption(json())
    .action(run(async (at, options: Options) => (await import('./commands/access.ts')).devices(at, options)));
  devices
    .command('revoke')
    .description('end the access of a device')
    .argument('<device>', 'its id or name')
    .action(run(async (at, device: string) => (await import('./commands/access.ts')).revoke(at, device)));
  command('log', 'what the daemon wrote')
    .option('-f, --follow', 'go on with what comes')
    .option('-n, --lines <count>', 'how many lines', '50')
    .action(run(async (at, options: { lines: string }) => (await import('./commands/log.ts')).log(at, options)));
  command('hook', 'hand a hook event of Claude Code, read from standard input, to the daemon')
    .addHelpText(
      'after',
      '\nFor hooks that you write into settings by hand, and for programs that pass them on: it prints nothing and always\nends with 0. Without a daemon the event waits in the state directory. The hooks of `tallymux setup` need it not.',
    )
    .allowExcessArguments()
    .allowUnknownOption()
    .action(async () => (await import('./commands/hook.ts')).hook(process.env));
  command('demo', 'six made-up sessions in a throw-away home, until Ctrl-C')
    .option('--port <port>', 'port of its panel; 0 is any free one', '0')
    .option('--speed <factor>', '1 is for people, 10 is ten times as fast', '1')
    .action(
      run(async (_at, options: { port: string; speed: string }) => {
        const [port, speed] = [Number(options.port), Number(options.speed)];
        if (!Number.isInteger(port) || port < 0 || port > 65_535)
          throw new Failure(EXIT.usage, '--port takes 0 to 65535.');
        if (!(speed > 0 && speed <= 100)) throw new Failure(EXIT.usage, '--speed takes a number from 0.01 to 100.');
        return (await import('./commands/demo.ts')).demo({ port, speed });
      }),
    );
  command('completion', 'print completions for a shell')
    .argument('<shell>', 'bash, zsh or fish')
    .action(run(async (_at, shell: string) => (await import('./commands/completion.ts')).completion(shell, program)));
  program
    .command('manual', { hidden: true })
    .description('print the man page')
    .action(run(async () => (await import('./commands/manual.ts')).manual(program)));
  return program;
}

async function main(): Promise<void> {
  endWhenUnread();
  const program = build();
  // What was written counts where nothing could be made of it.
  const words = process.argv.slice(2);
  let json = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined).includes('--json');
  program.hook('preAction', (_program, command) => {
    json = command.optsWithGlobals<{ json?: boolean }>().json === true;
  });
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const failure = failureOf(error);
    // Commander has told its own.
    if (!(error instanceof CommanderError)) tell(`tallymux: ${failure.message}`);
    if (json) printJson(failureInJson(failure));
    process.exitCode = failure.exitCode;
  }
}

/** What any error ends the command with. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const what = error instanceof Error ? error.message : String(error);
  if (error instanceof CommanderError) return new Failure(EXIT.usage, what.replace(/^error: /, ''));
  const full = noRoom(errorPath(error) ?? `${homeOf(process.env)} or Claude's directory`, error);
  if (error instanceof HomeError || full !== null) return new Failure(EXIT.failed, safeText(full?.message ?? what));
  const next = 'This should not have happened; `tallymux doctor` looks for the cause.';
  return new Failure(EXIT.failed, `${safeText(what)}. ${next}`);
}

function homeOf(environment: NodeJS.ProcessEnv): string {
  try {
    return homePaths(environment).directory;
  } catch {
    return 'the Tallymux home';
  }
}

/** The file that a system error is about, where it tells one. */
function errorPath(error: unknown): string | null {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : null;
}

void main();
