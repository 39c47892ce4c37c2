// The settings: defaults, then `config.jsonc`, then the environment. Each value says where it came from.
// It must never write the file, which is the person's, and never go on with a value that it did not understand.

import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import { closedToUs } from './closed-to-us.ts';
import { errorCode, errorText, HomeError } from './home-error.ts';
import { JsoncError, parseJsonc } from './jsonc.ts';
import type { Environment, HomePaths } from './paths.ts';

/** Where a value came from. */
export type Origin = 'default' | 'file' | 'environment';

/** A value and where it came from. */
export interface Setting<T> {
  readonly value: T;
  readonly from: Origin;
}

/** How much the log holds. */
export type LogLevel = (typeof LOG_LEVELS)[number];
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Every setting. */
export interface Config {
  /** Port of the panel; 0 takes any free one. */
  readonly port: Setting<number>;
  /** Port on which hooks are taken over HTTP, from what cannot reach the state directory; 0 takes any free one. */
  readonly hookPort: Setting<number>;
  /** Address of that port; another than loopback only to let containers in, such as their bridge's. */
  readonly hookBind: Setting<string>;
  /** Address the panel listens on. */
  readonly bind: Setting<string>;
  /** Claude directories, exactly; `null`: this HOME's own, and those of other processes with the same HOME. */
  readonly claudeDirectories: Setting<readonly string[] | null>;
  readonly log: Setting<LogLevel>;
  /** Whether plain HTTP may be served off loopback. */
  readonly allowPlainHttp: Setting<boolean>;
  /** Origins under which the panel is reached from elsewhere, `https://name[:port]`. */
  readonly publicUrl: Setting<readonly string[]>;
  /** Whether a Claude may start the daemon and use the commands that give access to the panel. */
  readonly allowFromClaude: Setting<boolean>;
  /** Whether permission requests of print mode and SDK wait for an answer from here too. */
  readonly answerPrintMode: Setting<boolean>;
  /** What in the file was not understood and left alone; one sentence each. */
  readonly warnings: readonly string[];
}

type Settings = Omit<Config, 'warnings'>;

/** One setting: its default, the variable that overrides it, and how either is understood. */
interface Rule<T> {
  readonly fallback: T;
  readonly variable?: string;
  /** Understands a value of the file; throws what it should have been. */
  readonly check: (value: unknown) => T;
  /** Makes of a variable's text what the file would hold. */
  readonly fromText?: (text: string) => unknown;
}

const RULES: { readonly [K in keyof Settings]: Rule<Settings[K]['value']> } = {
  port: { fallback: 8022, variable: 'TALLYMUX_PORT', check: port, fromText: number },
  hookPort: { fallback: 3119, variable: 'TALLYMUX_HOOK_PORT', check: port, fromText: number },
  hookBind: { fallback: '127.0.0.1', check: address },
  bind: { fallback: '127.0.0.1', check: address },
  claudeDirectories: {
    fallback: null,
    variable: 'TALLYMUX_CLAUDE_DIRS',
    check: (value) => (value === null ? null : directories(value)),
    fromText: (value) => value.split(':').filter((part) => part !== ''),
  },
  log: { fallback: 'info', variable: 'TALLYMUX_LOG', check: logLevel, fromText: (value) => value },
  allowPlainHttp: { fallback: false, check: yesOrNo },
  publicUrl: { fallback: [], check: origins },
  allowFromClaude: { fallback: false, check: yesOrNo },
  answerPrintMode: { fallback: false, check: yesOrNo },
};

/**
 * Reads the settings of a home. A missing file is an empty one.
 * @throws HomeError when the file is malformed, or a value is not what it should be.
 */
export function readConfig(paths: HomePaths, environment: Environment): Config {
  const file = readFile(paths.config);
  const warnings = Object.keys(file)
    .filter((name) => !Object.hasOwn(RULES, name))
    .map(
      (name) => `${paths.config}: there is no setting ${JSON.stringify(name)}; it is ignored. Correct or remove it.`,
    );
  const setting = <K extends keyof Settings>(name: K): Settings[K] => {
    const rule = RULES[name];
    const given = rule.variable === undefined ? undefined : environment[rule.variable];
    const understand = (value: unknown, where: string, from: Origin): Settings[K] => {
      try {
        return { value: rule.check(value), from } as Settings[K];
      } catch (error) {
        throw new HomeError(`${where} is ${JSON.stringify(value)}: it must be ${errorText(error)}.`);
      }
    };
    if (given !== undefined && given !== '') {
      return understand(rule.fromText?.(given) ?? given, `${rule.variable}`, 'environment');
    }
    if (Object.hasOwn(file, name)) return understand(file[name], `"${name}" in ${paths.config}`, 'file');
    return { value: rule.fallback, from: 'default' } as Settings[K];
  };
  return {
    port: setting('port'),
    hookPort: setting('hookPort'),
    hookBind: setting('hookBind'),
    bind: setting('bind'),
    claudeDirectories: setting('claudeDirectories'),
    log: setting('log'),
    allowPlainHttp: setting('allowPlainHttp'),
    publicUrl: setting('publicUrl'),
    allowFromClaude: setting('allowFromClaude'),
    answerPrintMode: setting('answerPrintMode'),
    warnings,
  };
}

/** The Claude directory of this environment: `CLAUDE_CONFIG_DIR`, else `$HOME/.claude`; `null` without either. */
export function ownClaudeDirectory(environment: Environment): string | null {
  const own = environment.CLAUDE_CONFIG_DIR;
  if (own !== undefined && own !== '') return resolve(own);
  const home = environment.HOME;
  return home === undefined || home === '' ? null : join(resolve(home), '.claude');
}

function readFile(path: string): Readonly<Record<string, unknown>> {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    if (errorCode(error) === 'EACCES') throw closedToUs(path);
    throw new HomeError(`${path} cannot be read (${errorText(error)}): make it readable for you, or remove it.`);
  }
  if (content.trim() === '') return {};
  let value: unknown;
  try {
    value = parseJsonc(content);
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error;
    throw new HomeError(
      `${path}, line ${error.line}, column ${error.column}: ${error.message}. Correct it, or remove the file.`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new HomeError(`${path} must hold one object, { "setting": value }. Correct it, or remove the file.`);
  }
  return value as Record<string, unknown>;
}

function number(value: string): unknown {
  return /^\d{1,6}$/.test(value.trim()) ? Number(value) : value;
}

function port(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 65_535) return value;
  throw new Error('a port, a whole number from 0 (any free one) to 65535');
}

function address(value: unknown): string {
  if (typeof value === 'string' && (isIP(value) !== 0 || value === 'localhost')) return value;
  throw new Error('an IP address of this machine, such as 127.0.0.1 or ::1, or localhost');
}

function yesOrNo(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new Error('true or false');
}

function logLevel(value: unknown): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value);
  if (level !== undefined) return level;
  throw new Error(`one of ${LOG_LEVELS.join(', ')}`);
}

function directories(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && isAbsolute(one))) {
    return value.map((one: string) => resolve(one));
  }
  throw new Error('one or more absolute paths');
}

function origins(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? [value] : value;
  if (Array.isArray(list) && list.every((one) => typeof one === 'string' && isOrigin(one))) return list;
  throw new Error('a list of addresses like "https://name.example", without a path');
}

function isOrigin(value: string): boolean {
  try {
    const url = new URL(value);
    return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === value.replace(/\/$/, '');
  } catch {
    return false;
  }
}
