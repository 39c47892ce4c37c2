import { describe, expect, it } from 'vitest';
import { inWords, recordedReadings, recordedScreen, screenNames } from '../../../../test/lab/screens.ts';
import { readScreen } from './read-screen.ts';

describe('every recorded screen', () => {
  const readings = recordedReadings();

  it.each(screenNames())('%s is read as what it shows', (name) => {
    expect(inWords(readScreen(recordedScreen(name)))).toBe(readings.get(name));
  });
});
