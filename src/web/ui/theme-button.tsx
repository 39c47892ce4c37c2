// Light, dark, or as the system.

import type { ReactNode } from 'react';
import { nextTheme, useView } from '../store/view.ts';
import { words } from '../words.ts';
import { Icon } from './icon.tsx';

const ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;

/** Goes through the three themes. */
export function ThemeButton(): ReactNode {
  const theme = useView((view) => view.theme);
  return (
    <button type="button" className="ib" aria-label={words.theme[theme]} title={words.theme[theme]} onClick={nextTheme}>
      <Icon name={ICONS[theme]} />
    </button>
  );
}
