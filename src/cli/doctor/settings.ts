// Every setting with its value and where it came from.

import { readConfig } from '../../home/config.ts';
import { errorText } from '../../home/home-error.ts';
import type { Context } from '../connection.ts';
import type { Finding } from './finding.ts';

/** The settings as a daemon started here would have them. */
export function settingFindings({ paths, environment }: Context): Finding[] {
  const home = environment.TALLYMUX_HOME ? 'environment' : 'default';
  const first: Finding = { level: 'note', text: `home = ${paths.directory} (${home})` };
  try {
    const { warnings, ...settings } = readConfig(paths, environment);
    return [
      first,
      ...Object.entries(settings).map(
        ([name, { value, from }]): Finding => ({ level: 'note', text: `${name} = ${JSON.stringify(value)} (${from})` }),
      ),
      ...warnings.map((text): Finding => ({ level: 'amber', text })),
    ];
  } catch (error) {
    return [first, { level: 'red', text: errorText(error) }];
  }
}
