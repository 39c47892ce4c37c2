// The Chromium that tests look at the panel with.

import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = process.env.TALLYMUX_TEST_CHROMIUM ?? '/usr/bin/chromium';
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts one; whoever asks for it closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
}
