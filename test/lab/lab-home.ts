// A throw-away HOME in which the real Claude Code starts without onboarding and reaches nothing but the scripted model
// on loopback. It must never hold a real credential.

import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The dummy key; the model server takes any. */
const KEY = 'dummy-key-of-the-lab-0000';

/** A HOME and how to start Claude in it. */
export interface LabHome {
  readonly home: string;
  readonly claudeDirectory: string;
  /** The whole environment of a Claude in it; use it with nothing inherited. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Makes a HOME at `home`.
 * @param projects directories that are trusted already; they are made where they do not exist.
 */
export function makeLabHome(home: string, projects: readonly string[], modelPort: number): LabHome {
  for (const directory of [home, join(home, '.claude'), join(home, 'run'), ...projects]) {
    mkdirSync(directory, { recursive: true });
  }
  const trusted = projects.map((project) => [
    realpathSync(project),
    { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, projectOnboardingSeenCount: 4 },
  ]);
  writeJson(join(home, '.claude.json'), {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: '2.1.332',
    theme: 'dark',
    numStartups: 5,
    hasSeenAutoDefaultNotice: true,
    officialMarketplaceAutoInstallAttempted: true,
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: Object.fromEntries(trusted),
  });
  writeJson(join(home, '.claude', 'settings.json'), {
    skipDangerousModePermissionPrompt: true,
    skipAutoPermissionPrompt: true,
  });
  return {
    home,
    claudeDirectory: join(home, '.claude'),
    environment: {
      HOME: home,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      USER: 'dev',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${modelPort}`,
      ANTHROPIC_API_KEY: KEY,
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_BUG_COMMAND: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '1',
      // Keeps message sockets and task output out of the system's temporary directory.
      CLAUDE_CODE_TMPDIR: join(home, 'run'),
    },
  };
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value, null, 2));
}
