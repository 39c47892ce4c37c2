// The panel's few icons, our own strokes in a 16-unit box. Always beside a word or an accessible name, never alone.

import type { ReactNode } from 'react';

const PATHS = {
  search: 'M11.3 7a4.3 4.3 0 1 1-8.6 0 4.3 4.3 0 0 1 8.6 0M10.3 10.3 14 14',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  right: 'm6.5 4.5 3.5 3.5-3.5 3.5',
  left: 'M9.5 3.5 5 8l4.5 4.5',
  check: 'm3.2 8.5 3.2 3.2 6.4-7.2',
  x: 'm4 4 8 8M12 4l-8 8',
  eye: 'M1.8 8s2.2-4.2 6.2-4.2S14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8zM9.7 8a1.7 1.7 0 1 1-3.4 0 1.7 1.7 0 0 1 3.4 0',
  mute: 'M4 11.5V7.3a4 4 0 0 1 8 0v4.2zM6.8 13.6h2.4M2.5 2.5l11 11',
  bell: 'M4 11.5V7.3a4 4 0 0 1 8 0v4.2zM6.8 13.6h2.4',
  grid: 'M2.5 3.5a1 1 0 0 1 1-1h2.4a1 1 0 0 1 1 1v2.4a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1zM9.1 3.5a1 1 0 0 1 1-1h2.4a1 1 0 0 1 1 1v2.4a1 1 0 0 1-1 1h-2.4a1 1 0 0 1-1-1zM2.5 10.1a1 1 0 0 1 1-1h2.4a1 1 0 0 1 1 1v2.4a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1zM9.1 10.1a1 1 0 0 1 1-1h2.4a1 1 0 0 1 1 1v2.4a1 1 0 0 1-1 1h-2.4a1 1 0 0 1-1-1z',
  list: 'M5.5 4.2H14M5.5 8H14M5.5 11.8H14M2.4 4.2h.01M2.4 8h.01M2.4 11.8h.01',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6zM5.4 5.4h.01',
  moon: 'M13 9.4A5.4 5.4 0 1 1 6.6 3a4.4 4.4 0 0 0 6.4 6.4z',
  sun: 'M10.6 8a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0M8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1',
  system: 'M3 3.5h10v6.8H3zM1.5 12.8h13',
  term: 'M2.8 4.5 6.3 8l-3.5 3.5M8 12h5.2',
  warn: 'M8 2.4 14.4 13.4H1.6zM8 6.4v3.2M8 11.5h.01',
  inbox: 'M2.2 9.5 4 3.5h8l1.8 6v3.3H2.2zM2.2 9.5h3.3l.9 1.5h3.2l.9-1.5h3.3',
  edit: 'm3 13 .6-2.8L10.8 3 13 5.2 5.8 12.4z',
  enter: 'M13 4v4.5H4M6.5 6 4 8.5 6.5 11',
  copy: 'M5.5 5.5h7.8v7.8H5.5zM10.5 5.5V2.7H2.7v7.8h2.8',
  alert: 'M8 3.6v5.2M8 12.2h.01',
  undo: 'M5.5 3 2.5 6l3 3M2.8 6h6.4a4 4 0 0 1 0 8H6.5',
  fork: 'M2.4 4.2a1.8 1.8 0 0 1 1.8-1.8h4a1.8 1.8 0 0 1 1.8 1.8v4A1.8 1.8 0 0 1 8.2 10h-4a1.8 1.8 0 0 1-1.8-1.8zM6 13.6h5.8a1.8 1.8 0 0 0 1.8-1.8V6',
  again: 'M13.2 8a5.2 5.2 0 1 1-1.6-3.8M13.2 2.4v2.9h-2.9',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof PATHS;

/** One icon. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: 14 | 16 | 20 }): ReactNode {
  return (
    <svg className="ic" data-size={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
