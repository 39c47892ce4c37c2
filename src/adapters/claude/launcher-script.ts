// The launcher: the shell script that Claude runs for each hook event. It writes one file into `spool/` and is gone,
// unless the event asks something of a person in a terminal and a daemon lives that may answer: then it waits at a fifo
// of its own in `ask/` and prints what comes out of it. It must never print anything else, fail, or start more than one
// process besides itself where it does not wait; whatever happens it reads its input to the end, since Claude would meet
// a broken pipe otherwise.
//
// Where Claude shows nothing while it waits (a form, a background agent's question) or refuses otherwise (print mode),
// it looks after the daemon meanwhile: one that died before it opened the fifo, is stopped, or hangs must not keep
// Claude. Where dialog and hook race it waits on, also for the next daemon. The payload is looked into by a descriptor
// from before it was whole: the daemon may have taken the file by then.
//
// Traps that its form avoids: `: > f` and `exec 3> f` end dash when the file cannot be made, `true > f` does not;
// `exec cat` would leave nothing to drain the input when the disk is full; a pid of 0 or -1 answers `kill -0`. Old
// versions run hooks through a shell that is gone a moment later and tell no pid of their own, but pass on the one that
// a newer Claude above them told: the shell's parent is the one to trust. While a shell waits for a command in the
// foreground it runs no trap, so the last `cat` is in the background; a zombie answers `kill -0` too.
//
// Where it waits for no answer it does what it has begun, whoever tells it to stop: print mode ends by a TERM to whatever
// hook it does not wait for and has not seen the end of yet, and is not gone before that hook's group is empty. Killed,
// the launcher would lose the event, and its `cat` would be a zombie of a parent that may take its time. Of an event that
// may be held it is known only once there is a fifo, or none; up to there nothing was begun.

import { HELD } from './hook-events.ts';

/** Events that are kept while no daemon lives: those that can move a state. */
export const STATE_BEARING =
  'SessionStart | SessionEnd | UserPromptSubmit | PermissionRequest | Notification | Stop | StopFailure | Elicitation | PostModelSwitch';

/** Files in `spool/` above which nothing more is kept while no daemon lives. */
export const SPOOL_LIMIT = 2000;

/** The same while one seems to: it may hang, or another program has its pid by now. */
export const SPOOL_LIMIT_WITH_DAEMON = 10_000;

/** Between two looks at the daemon while it waits, in seconds; after two that find none running it waits no longer. */
export const WATCH_TICK = 2;

/** Looks after which nothing hidden is waited for any longer, whatever the daemon does: it never holds that for so long. */
export const WATCH_LIMIT = 40;

/** While this is in the home, print mode and SDK wait for an answer as well. */
export const PRINT_MODE_MARKER = 'answer-print-mode';

/** Whether a text is the launcher, of this version or another. `null` is none. */
export function isLauncher(text: string | null): boolean {
  return text?.slice(0, 200).includes(`\n${MARK}`) === true;
}

/** Tells a launcher of any version from other people's scripts. */
const MARK = '# Tallymux:';

/**
 * The script's text. Its own name, `<home>/hooks/<Event>`, tells the event and where the home is, and
 * `<home>/hooks/<Event>Held` that Claude waits for it.
 */
export const LAUNCHER = `#!/bin/sh
${MARK} hands one hook event of Claude Code to the daemon, as a file in spool/. Made by \`tallymux setup\`.
exec 2>/dev/null
umask 077
set -C
PATH=/usr/bin:/bin:$PATH home=\${0%/hooks/*} event=\${0##*/} pid=$CLAUDE_PID uptime='' i=0 ask='' waits='' nl='
' agent='' looks='' reader='' watcher='' held=''
drop() { cat >/dev/null; exit 0; }
gone() { [ -z "$reader" ] || kill $reader $watcher; true >"$home/spool/$ask.gone"; exit 0; }
lives() { case $daemon in '' | 0* | *[!0-9]*) false ;; *) kill -0 "$daemon" ;; esac; }
runs() {
  line=''
  read -r line <"/proc/$daemon/stat"
  case \${line##*) } in [TtXZ]*) false ;; esac
}
watch() {
  i=0 missed=0
  while [ $i -lt $looks ] && [ $missed -lt 2 ]; do
    sleep ${WATCH_TICK} && kill -0 $reader || exit 0
    i=$((i + 1)) missed=$((missed + 1))
    read -r daemon <"$home/pid" || daemon=''
    lives && runs && missed=0
  done
  kill $reader
}
case $event in
*${HELD}) event=\${event%${HELD}} held=1 ;;
*) trap '' TERM ;;
esac
case $pid in *[!0-9]*) pid='' ;; esac
case $CLAUDE_CODE_ENTRYPOINT$TMUX$TMUX_PANE$CLAUDE_CODE_DISABLE_BACKGROUND_TASKS in
*"$nl"*) CLAUDE_CODE_ENTRYPOINT='' TMUX='' TMUX_PANE='' CLAUDE_CODE_DISABLE_BACKGROUND_TASKS='' ;;
esac
parent=$PPID
read -r line <"/proc/$PPID/comm" && case $line in
*sh) read -r line <"/proc/$PPID/stat" && line=\${line##*) } line=\${line#* } parent=\${line%% *} ;;
esac
case $held.$CLAUDE_CODE_ENTRYPOINT in
1.cli) waits=1 ;;
1.sdk-*) [ -e "$home/${PRINT_MODE_MARKER}" ] && waits=1 ;;
esac
read -r daemon <"$home/pid" || daemon=''
set -- ${SPOOL_LIMIT_WITH_DAEMON} "$home"/spool/*
lives || {
  case $event in ${STATE_BEARING}) ;; *) drop ;; esac
  shift
  set -- ${SPOOL_LIMIT} "$@"
  waits=''
}
[ $# -le "$1" ] || drop
if [ -n "$waits" ] && runs; then
  mkfifo "$home/ask/$$.\${pid:-0}" && ask=$$.\${pid:-0} && trap gone TERM HUP
fi
[ -n "$ask" ] || trap '' TERM
read -r uptime i </proc/uptime
i=0 name=$home/spool/$$.\${pid:-0} file=$home/spool/$$.\${pid:-0}
until true >"$file"; do
  i=$((i + 1)) file=$name.$((i + 1))
  [ $i -lt 5 ] || drop
done
{
  printf 'event %s\\npid %s\\nppid %s\\nentrypoint %s\\ntmux %s\\npane %s\\nask %s\\nbackground %s\\nuptime %s\\n\\n' \\
    "$event" "$pid" "$parent" "$CLAUDE_CODE_ENTRYPOINT" "$TMUX" "$TMUX_PANE" "$ask" \\
    "$CLAUDE_CODE_DISABLE_BACKGROUND_TASKS" "$uptime"
  LC_ALL=C cat && if [ -n "$ask" ]; then LC_ALL=C grep -q '"agent_id"' <&4 && agent=1; true; fi
} >>"$file" 4<"$file" || drop
[ -n "$ask" ] || exit 0
case $CLAUDE_CODE_ENTRYPOINT in sdk-*) looks=43200 ;; esac
case $event.$agent.$CLAUDE_CODE_DISABLE_BACKGROUND_TASKS in
PermissionRequest.1.1 | PermissionRequest.1.[Tt][Rr][Uu][Ee] | PermissionRequest.1.[Yy][Ee][Ss] | PermissionRequest.1.[Oo][Nn]) ;;
Elicitation.* | *.1.*) looks=${WATCH_LIMIT} ;;
esac
cat "$home/ask/$ask" &
reader=$!
[ -z "$looks" ] || { watch </dev/null >/dev/null & watcher=$!; }
wait $reader
[ -z "$watcher" ] || kill $watcher
exit 0
`;
