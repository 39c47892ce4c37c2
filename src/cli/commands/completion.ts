// `completion bash|zsh|fish`: a script for the shell, made from the commands themselves.

import type { Command } from 'commander';
import { EXIT, Failure } from '../failure.ts';
import { print } from '../output.ts';
import { MARK_WORDS } from '../text/marks.ts';

/** A command as a completion needs it. */
interface Entry {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly string[];
  /** What its first word is an id of; `null` where it is none. */
  readonly ids: 'prompts' | 'list' | null;
  /** Words that may come first, and second, behind the command. */
  readonly first: string;
  readonly second: string;
}

/** What no id and no option is, by command. */
const WORDS: Readonly<Record<string, { readonly first?: string; readonly second?: string }>> = {
  completion: { first: 'bash zsh fish' },
  devices: { first: 'revoke' },
  mute: { second: '30m 2h 1d off' },
};

/** Behind these stands the name of a file. */
const BEFORE_FILES = ['--save', '--replay'] as const;

/** Ids out of JSON: letters, digits and a dot, so that nothing a session wrote reaches the shell. */
const IDS = {
  list: '"id":"[a-z0-9]+","host"',
  prompts: '"id":"[a-z0-9]+\\.[0-9]+","session"',
} as const;

/** A shell's command that prints the ids of one kind. Starts no daemon. */
function idsBy(program: string, kind: 'prompts' | 'list'): string {
  return `${program} --no-start ${kind} --json 2>/dev/null | grep -oE '${IDS[kind]}' | cut -d'"' -f4`;
}

/** Prints the script. `source <(tallymux completion bash)` in the shell's start file loads it. */
export async function completion(shell: string, program: Command): Promise<void> {
  const entries = program
    .createHelp()
    .visibleCommands(program)
    .map(
      (one): Entry => ({
        name: one.name(),
        about: one.description().replaceAll("'", ''),
        flags: one.options.flatMap((option) => option.long ?? []),
        ids: idsOf(one),
        first: WORDS[one.name()]?.first ?? '',
        second: WORDS[one.name()]?.second ?? '',
      }),
    );
  const script = { bash, zsh, fish }[shell];
  if (script === undefined) {
    throw new Failure(EXIT.usage, `There are completions for bash, zsh and fish, not for ${JSON.stringify(shell)}.`);
  }
  print(script(entries));
}

function idsOf(command: Command): Entry['ids'] {
  switch (command.registeredArguments[0]?.name()) {
    case 'prompt':
      return 'prompts';
    case 'session':
      return 'list';
    default:
      return null;
  }
}

function bash(entries: readonly Entry[]): string {
  const cases = entries
    .map(({ name, flags, ids, first, second }) => {
      const more = Object.entries({ ids: ids ?? '', first, second }).filter(([, words]) => words !== '');
      return [`    ${name}) words='${flags.join(' ')}'`, ...more.map(([key, words]) => `${key}='${words}'`), ';;'].join(
        ' ',
      );
    })
    .join('\n');
  return `_tallymux() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words ids first second
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${entries.map((one) => one.name).join(' ')}' -- "$current"))
    return
  fi
  case "$before" in
  ${BEFORE_FILES.join('|')})
    COMPREPLY=()
    compopt -o default 2>/dev/null
    return
    ;;
  esac
  case "\${COMP_WORDS[1]}" in
${cases}
  esac
  [ "$COMP_CWORD" -eq 3 ] && words="$words $second"
  if [ "$COMP_CWORD" -eq 2 ]; then
    words="$words $first"
    case "$ids" in
    prompts) words="$words $(${idsBy('"$1"', 'prompts')})" ;;
    list) words="$words $(${idsBy('"$1"', 'list')})" ;;
    esac
  fi
  [ "$before" = --until ] && words='${MARK_WORDS.join(' ')}'
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _tallymux tallymux tally`;
}

function zsh(entries: readonly Entry[]): string {
  const commands = entries.map((one) => `    '${one.name}:${one.about.replaceAll(':', ' ')}'`).join('\n');
  const cases = entries
    .map(({ name, flags, ids, first, second }) => {
      const at = (place: number, words: string) =>
        words === '' ? [] : [`(( CURRENT == ${place} )) && compadd -- ${words}`];
      const known = ids === null ? '' : `$(${idsBy('$words[1]', ids)})`;
      const ways = [`compadd -- ${flags.join(' ')}`, ...at(3, known), ...at(3, first), ...at(4, second)];
      return `    ${name}) ${ways.join('; ')} ;;`;
    })
    .join('\n');
  return `#compdef tallymux tally
_tallymux() {
  local -a commands
  commands=(
${commands}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  if [[ $words[CURRENT-1] == --until ]]; then
    compadd ${MARK_WORDS.join(' ')}
    return
  fi
  if [[ $words[CURRENT-1] == (${BEFORE_FILES.join('|')}) ]]; then
    _files
    return
  fi
  case $words[2] in
${cases}
  esac
}
compdef _tallymux tallymux tally`;
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap((one) => [
    `complete -c tallymux -n __fish_use_subcommand -a ${one.name} -d '${one.about}'`,
    ...(one.ids === null
      ? []
      : [
          `complete -c tallymux -n '__fish_seen_subcommand_from ${one.name}' -a "(${idsBy('tallymux', one.ids).replaceAll(/["\\]/g, '\\$&')})"`,
        ]),
    ...[one.first, one.second].flatMap((words) =>
      words === '' ? [] : [`complete -c tallymux -n '__fish_seen_subcommand_from ${one.name}' -a '${words}'`],
    ),
    ...one.flags.map((flag) => {
      const files = BEFORE_FILES.some((one) => one === flag) ? ' -r -F' : '';
      return `complete -c tallymux${files} -n '__fish_seen_subcommand_from ${one.name}' -l ${flag.slice(2)}`;
    }),
  ]);
  // Nothing takes the name of a file but what says so.
  return ['complete -c tallymux -f', ...lines, 'complete -c tally -w tallymux'].join('\n');
}
