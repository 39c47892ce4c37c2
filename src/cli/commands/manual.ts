// The man page, made from the commands themselves, as their help is: `npm run build` puts it beside the programs.

import type { Command } from 'commander';
import { ENDS } from '../failure.ts';
import { print } from '../output.ts';
import { VERSION } from '../version.ts';

/** Prints the page in the language of man(7). */
export async function manual(program: Command): Promise<void> {
  const [about = '', ...more] = program.description().split('\n');
  const [name, purpose] = [program.name(), `${about.charAt(0).toLowerCase()}${about.slice(1, -1)}`];
  const lines = [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${VERSION}"`,
    // No word of a command is broken in two.
    '.nh',
    ...['.SH NAME', roff(`${name} - ${purpose}`)],
    ...['.SH SYNOPSIS', '.B', roff(`${name} ${program.usage()}`)],
    ...['.SH DESCRIPTION', ...more.map(roff)],
    ...['.SH OPTIONS', ...partsOf(program)],
    ...['.SH COMMANDS', ...visible(program).flatMap((one) => sectionOf(one))],
    ...[
      '.SH "EXIT STATUS"',
      ...term('0', 'done'),
      ...Object.values(ENDS).flatMap((end) => term(`${end.code}`, end.means)),
    ],
    ...['.SH ENVIRONMENT', ...ENVIRONMENT.flatMap(([variable, words]) => term(variable, words))],
    ...['.SH FILES', ...term('~/.tallymux', 'everything that is kept; config.jsonc in it is yours')],
  ];
  print(lines.join('\n'));
}

const ENVIRONMENT = [
  ['TALLYMUX_HOME', 'in place of ~/.tallymux'],
  ['TALLYMUX_CLAUDE_DIRS', "Claude's directories, with colons between them"],
  ['TALLYMUX_PORT, TALLYMUX_HOOK_PORT', 'the ports of the panel and of hooks; 0 is any free one'],
  ['NO_COLOR', 'no colours'],
] as const;

/** One command, and those below it. */
function sectionOf(command: Command, above = ''): string[] {
  const called = `${above}${command.name()}`;
  const aliases = command.aliases().map((alias) => `, ${above}${alias}`);
  const help = command.helpInformation();
  let whole = '';
  const keep = (text: string) => {
    whole += text;
  };
  command.configureOutput({ writeOut: keep }).outputHelp();
  const after = whole.slice(help.length).split('\n\n').flatMap(paragraph);
  return [
    `.SS ${roff(`${called}${aliases.join('')}`)}`,
    ...['.B', roff(`tallymux ${called} ${command.usage()}`), '.PP', roff(`${sentence(command.description())}.`)],
    ...partsOf(command),
    ...after,
    ...visible(command).flatMap((one) => sectionOf(one, `${called} `)),
  ];
}

/** A paragraph behind a help; what is indented there keeps its lines. */
function paragraph(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const isTable = lines.every((line) => line.startsWith('  '));
  return lines.length === 0
    ? []
    : ['.PP', ...(isTable ? ['.nf'] : []), ...lines.map(roff), ...(isTable ? ['.fi'] : [])];
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function visible(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

/** The arguments that have words of their own, and the options. */
function partsOf(command: Command): string[] {
  const help = command.createHelp();
  // That each has --help is said once.
  const options = help.visibleOptions(command).filter(({ long }) => command.parent === null || long !== '--help');
  const told = help.visibleArguments(command).filter(({ description }) => description !== '');
  return [
    ...told.flatMap((one) => term(help.argumentTerm(one), help.argumentDescription(one))),
    ...options.flatMap((one) => term(help.optionTerm(one), help.optionDescription(one))),
  ];
}

function term(name: string, words: string): string[] {
  return ['.TP', '.B', roff(name), roff(words)];
}

/** A line of text as it is: nothing in it is a request, and a hyphen is one that can be copied. */
function roff(line: string): string {
  const text = line.replaceAll('\\', '\\e').replaceAll('-', '\\-');
  return /^[.']/.test(text) ? `\\&${text}` : text;
}
