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
}

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
    .map(({ name, flags, ids }) => `    ${name}) words='${flags.join(' ')}'${ids === null ? '' : ` ids=${ids}`} ;;`)
    .join('\n');
  return `_tallymux() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words ids
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${entries.map((one) => one.name).join(' ')}' -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases}
  esac
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "$ids" in
    prompts) words="$words $(${idsBy('"$1"', 'prompts')})" ;;
    list) words="$words $(${idsBy('"$1"', 'list')})" ;;
    esac
  fi
  [ "\${COMP_WORDS[COMP_CWORD-1]}" = --until ] && words='${MARK_WORDS.join(' ')}'
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _tallymux tallymux tally`;
}

function zsh(entries: readonly Entry[]): string {
  const commands = entries.map((one) => `    '${one.name}:${one.about.replaceAll(':', ' ')}'`).join('\n');
  const cases = entries
    .map(({ name, flags, ids }) => {
      const more = ids === null ? '' : `; (( CURRENT == 3 )) && compadd -- $(${idsBy('$words[1]', ids)})`;
      return `    ${name}) compadd -- ${flags.join(' ')}${more} ;;`;
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
  case $words[2] in
${cases}
  esac
}
compdef _tallymux tallymux tally`;
}

function fish(entries: readonly Entry[]): string {
  const lines = entries.flatMap((one) => [
    `complete -c tallymux -f -n __fish_use_subcommand -a ${one.name} -d '${one.about}'`,
    ...(one.ids === null
      ? []
      : [
          `complete -c tallymux -f -n '__fish_seen_subcommand_from ${one.name}' -a "(${idsBy('tallymux', one.ids).replaceAll(/["\\]/g, '\\$&')})"`,
        ]),
    ...one.flags.map(
      (flag) => `complete -c tallymux -f -n '__fish_seen_subcommand_from ${one.name}' -l ${flag.slice(2)}`,
    ),
  ]);
  return [...lines, 'complete -c tally -w tallymux'].join('\n');
}
