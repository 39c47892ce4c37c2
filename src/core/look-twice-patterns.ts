// The known parts that deserve a second look, as patterns over a shell command whose continued lines are joined. They
// look inside quotes and here-documents too: a shell started there runs them. Better one warning too many.

import type { Danger } from './look-twice.ts';

/** Finds one danger. Its group `of` holds what follows the command's name, or what the thing is done to. */
export interface CommandPattern {
  readonly danger: Danger;
  readonly pattern: RegExp;
}

/** Where a command's name may begin, and what may follow it up to the end of that command. */
const NAME = '(?<![\\w.-])';
const REST = '(?<of>[^\\n;|&)]*)';
// Bounded: what is searched is somebody else's, and may be made to take for ever.
const ANY = '[^\\n;|&)]{0,300}?';
const SEGMENT = '(?<=^|[\\n;|&])[^\\n;|&]*';
// A path is looked at from its beginning alone: from each of its characters, a long one would be read again.
const SHELL = '(?:(?<![^\\s;|&()<>])[^\\s;|&()<>]*\\/)?(?:ba|da|z|k|c|fi)?sh';

const shell = (danger: Danger, source: string, flags = 'g'): CommandPattern => ({
  danger,
  pattern: new RegExp(source, flags),
});

/** Everything that is looked for in a command. */
export const COMMAND_PATTERNS: readonly CommandPattern[] = [
  shell('deletes', `${NAME}rm\\b(?=${ANY}\\s-(?:[a-zA-Z]*[rR]|-recursive))${REST}`),
  shell('deletes', `${NAME}find\\s(?=${ANY}\\s-(?:delete\\b|exec(?:dir)?\\s+\\S*rm\\b))${REST}`),
  shell('deletes', `${NAME}(?:rimraf|shred|trash)\\s${REST}`),
  shell('deletes', `${NAME}rsync\\b(?=${ANY}\\s--del)${REST}`),
  shell('deletes', `\\b(?:shutil\\.rmtree|rmSync|fs\\.rm|rm_rf)\\(?(?<of>[^\\n;)]*)`),
  shell('drops', `${NAME}dropdb\\b${REST}`),
  shell(
    'drops',
    'drop\\s+(?:database|schema|table|view|index|role|user)\\s+(?:if\\s+exists\\s+)?(?<of>[^\\s;(),]+)',
    'gi',
  ),
  shell('drops', `\\b(?:db:drop|db:reset|db:purge|migrate\\s+(?:reset|fresh)|manage\\.py\\s+flush)\\b`),
  shell(
    'empties',
    'truncate\\s+(?:table\\s+)?(?!-)(?<of>[a-z_"][^\\s;(),]*)(?=\\s*(?:;|"|\'|cascade|restart|$))',
    'gim',
  ),
  shell('empties', 'delete\\s+from\\s+(?<of>[^\\s;(),"\']+)(?![^;\\n]{0,1000}\\bwhere\\b)', 'gi'),
  shell('empties', '\\bflush(?:all|db)\\b', 'gi'),
  shell('discards', `${NAME}git\\b${ANY}\\breset\\b${ANY}\\s--hard\\b`),
  shell('discards', `${NAME}git\\b${ANY}\\bclean\\b${ANY}\\s-[a-zA-Z-]*f`),
  shell(
    'discards',
    `${NAME}git\\b${ANY}\\b(?:checkout|restore)\\s+(?!${ANY}--staged)(?:${ANY}\\s)?(?:--\\s|\\.(?=\\s|$))`,
    'gm',
  ),
  shell('discards', `${NAME}git\\b${ANY}\\b(?:checkout|switch)\\b${ANY}\\s(?:-f|--force|--discard-changes)\\b`),
  shell('discards', `${NAME}git\\b${ANY}\\bstash\\s+(?:drop|clear)\\b`),
  shell(
    'force-push',
    `${NAME}git\\b${ANY}\\bpush\\b${ANY}\\s(?:-[a-zA-Z]*f\\b|--force(?:-with-lease|-if-includes)?\\b|--mirror\\b|\\+[\\w/.:-]+)`,
  ),
  shell('remote-delete', `${NAME}git\\b${ANY}\\bpush\\b${ANY}\\s(?:--delete|-d|--prune)\\s*${REST}`),
  shell('remote-delete', `${NAME}git\\b${ANY}\\bpush\\b${ANY}\\s:(?<of>[\\w/.-]+)`),
  shell('rewrites', `${NAME}git\\b${ANY}\\s(?:rebase|filter-branch|filter-repo)\\b(?!\\s+--(?:abort|continue|skip))`),
  shell('rewrites', `${NAME}git\\b${ANY}\\bcommit\\b${ANY}\\s--amend\\b`),
  shell('rewrites', `${NAME}git\\b${ANY}\\s(?:reflog\\s+(?:expire|delete)|update-ref\\s+-d|gc\\b${ANY}--prune=now)`),
  shell('rewrites', `${NAME}git\\b${ANY}\\bbranch\\b${ANY}\\s-[a-zA-Z]*[DM]\\b${REST}`),
  shell('runs-unseen', `${SEGMENT}\\|&?\\s*(?:(?:sudo|doas|env|exec)\\s+(?:-\\S+\\s+)*)*${SHELL}\\b[^\\n;|&)]*`),
  shell(
    'runs-unseen',
    `${SEGMENT}\\|&?\\s*(?:sudo\\s+)?(?:python[\\d.]*|node|perl|ruby|php)\\b\\s*(?:-\\s*)?(?=$|[;&|)"'])`,
    'gm',
  ),
  shell('runs-unseen', `${NAME}(?:${SHELL}|source|\\.)\\s+<\\(${ANY}\\)?`),
  shell('runs-unseen', `${NAME}(?:eval|${SHELL}\\s+-\\w*c)\\s+["']?\\$\\(${REST}`),
  shell('runs-unseen', `${NAME}eval\\b\\s+["']?[$\`]${REST}`),
  shell(
    'opens',
    `${NAME}chmod\\b(?=${ANY}\\s(?:0?[0-7]?[0-7]{2}[2367]|[augo]*o?[ao]\\+[rx]*w\\S*|\\+w|a\\+rwx|[ug]*\\+s)(?:\\s|$))${REST}`,
    'gm',
  ),
  shell('permissions', `${NAME}(?:chmod|chown|chgrp|setfacl)\\b(?=${ANY}\\s-(?:[a-zA-Z]*R|-recursive))${REST}`),
  shell('disk', `${NAME}dd\\b${ANY}\\bof=(?<of>\\S+)`),
  shell('disk', `${NAME}(?:mkfs(?:\\.\\w+)?|mkswap|wipefs|fdisk|sfdisk|parted|blkdiscard)\\s${REST}`),
  shell('disk', '>\\s*(?<of>\\/dev\\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mapper)[\\w/-]*)'),
  shell('root', `${NAME}(?:sudo|doas|pkexec)\\b${REST}`),
  shell('root', `${NAME}su\\s+(?:-|root)${REST}`),
  shell('stops', `${NAME}(?:killall|pkill|shutdown|reboot|poweroff|halt)\\b${REST}`),
  shell('stops', `${NAME}kill\\s+(?:-\\w+\\s+)?-1\\b`),
  shell('stops', `${NAME}systemctl\\b${ANY}\\s(?:stop|disable|mask|kill)\\b${REST}`),
  shell('stops', ':\\(\\)\\s*\\{'),
  shell('remote', `${NAME}(?:kubectl|oc)\\b${ANY}\\sdelete\\b${REST}`),
  shell('remote', `${NAME}(?:terraform|tofu|pulumi)\\b${ANY}\\s(?:destroy|apply|up)\\b${REST}`),
  shell(
    'remote',
    `${NAME}(?:helm|fly|flyctl|heroku|vercel|netlify)\\b${ANY}(?:uninstall|delete|destroy|remove)\\b${REST}`,
  ),
  shell('remote', `${NAME}(?:docker|podman)\\b${ANY}\\s(?:prune|rm|rmi)\\b${REST}`),
  shell('remote', `${NAME}(?:docker|podman)[ -]compose\\b${ANY}\\sdown\\b${ANY}\\s(?:-v|--volumes)\\b`),
  shell(
    'remote',
    `${NAME}(?:aws|gcloud|gsutil|az|doctl)\\b${ANY}\\s(?:rm|rb|delete[\\w-]*|terminate[\\w-]*|purge)\\b${REST}`,
  ),
  shell('remote', `${NAME}gh\\b${ANY}\\s(?:delete|archive)\\b${REST}`),
  shell(
    'publishes',
    `${NAME}(?:npm|pnpm|yarn|bun|cargo|poetry|uv|gem|twine|mvn)\\s+(?:run\\s+)?(?:publish|upload|deploy|push)\\b`,
  ),
  shell('stops', `${NAME}crontab\\s+-r\\b`),
  {
    danger: 'credentials',
    pattern:
      /[\w~$/{}.-]{0,80}(?:\.ssh\/|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws\/|\.netrc\b|\.npmrc\b|\.pypirc\b|\.pgpass\b|\.git-credentials\b|\.kube\/config|\.docker\/config|\.gnupg\b|\.credentials\.json|\/etc\/(?:shadow|sudoers|gshadow)\b)[\w/.-]*|(?<![\w.)\]])[\w~$/{}-]{0,80}(?<![\w)\]])\.env(?:\.(?!(?:example|sample|template|dist)\b)\w+)?(?![\w.-])|\bgh\s+auth\s+token\b|\bsecurity\s+find-\w+-password\b/g,
  },
];

/** Paths of files that hold keys or passwords. */
export const CREDENTIALS =
  /\/\.(?:ssh|aws|gnupg)\/|\/\.(?:netrc|npmrc|pypirc|pgpass|git-credentials)$|\/\.kube\/config$|\/\.env(?:\.(?!(?:example|sample|template|dist)$)\w+)?$|\/\.credentials\.json$|^\/etc\/(?:shadow|sudoers)/;

/** Paths of files that something runs or obeys later without being asked. */
export const RUNS_BY_ITSELF =
  /\/\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|xinitrc|xprofile)$|\/\.git\/(?:hooks\/|config$)|\/\.husky\/|\/authorized_keys$|\/\.claude\/(?:settings[\w.]*\.json$|hooks\/)|\/\.mcp\.json$|^\/etc\/|\/systemd\/(?:user|system)\/|\/autostart\/|\/LaunchAgents\//;

// Controls but tab and line end; direction marks, embeddings, overrides and isolates; what has no width.
/** Characters that no screen shows, or that make a text read as another. */
export const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;
