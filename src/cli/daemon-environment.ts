// The environment a daemon is started with: what it needs to find the person's things, and nothing of the shell, the
// terminal or the Claude it happens to be started from. It must never pass on NODE_OPTIONS or a Claude's own variables.

const KEPT = new Set([
  ...['HOME', 'USER', 'LOGNAME', 'SHELL', 'PATH', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR'],
  ...['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'I3SOCK', 'SWAYSOCK'],
  // Where Claude's directory is, if the person moved it.
  'CLAUDE_CONFIG_DIR',
]);
const KEPT_BEGINNINGS = ['LC_', 'XDG_', 'TALLYMUX_'];

/** What is kept of an environment. */
export function daemonEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const keep = KEPT.has(name) || KEPT_BEGINNINGS.some((beginning) => name.startsWith(beginning));
    if (keep && value !== undefined && name !== 'TALLYMUX_READY_FD') kept[name] = value;
  }
  return kept;
}
