// `completion bash|zsh|fish`: a script for the shell, made from the commands themselves.

import type { Command } from 'commander';
import { EXIT, Failure } from '../failure.ts';
import { print } from '../output.ts';

/** A command as a completion needs it. */
interface Entry {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly string[];
}

/** Prints the script. `source <(tallymux completion bash)` in the shell's start file loads it. */
export async function completion(shell: string, program: Command): Promise<void> {
  const entries = program.commands.map((one) => ({
    name: one.name(),
    about: one.description().replaceAll("'", ''),
    flags: one.options.flatMap((option) => option.long ?? []),
  }));
  const script = { bash, zsh, fish }[shell];
  if (script === undefined) {
    throw new Failure(EXIT.usage, `There are completions for bash, zsh and fish, not for ${JSON.stringify(shell)}.`);
  }
  print(script(entries));
}

function bash(entries: readonly Entry[]): string {
  const cases = entries.map((one) => `    ${one.name}) words='${one.flags.join(' ')}' ;;`).join('\n');
  return `_tallymux() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${entries.map((one) => one.name).join(' ')}' -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases}
  esac
  [ "\${COMP_WORDS[COMP_CWORD-1]}" = --until ] && words='idle busy needs-input review unknown ended'
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _tallymux tallymux tally`;
}

function zsh(entries: readonly Entry[]): string {
  const commands = entries.map((one) => `    '${one.name}:${one.about.replaceAll(':', ' ')}'`).join('\n');
  const cases = entries.map((one) => `    ${one.name}) compadd -- ${one.flags.join(' ')} ;;`).join('\n');
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
    compadd idle busy needs-input review unknown ended
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
    ...one.flags.map(
      (flag) => `complete -c tallymux -f -n '__fish_seen_subcommand_from ${one.name}' -l ${flag.slice(2)}`,
    ),
  ]);
  return [...lines, 'complete -c tally -w tallymux'].join('\n');
}
