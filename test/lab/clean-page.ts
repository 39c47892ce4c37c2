// What axe says of a page as it stands.

import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Axe finds nothing. The page's context must let scripts in (`bypassCSP`). */
export async function expectClean(page: Page): Promise<void> {
  await page.addScriptTag({ content: axe.source });
  const found = await page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
    ).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  });
  expect(found).toEqual([]);
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}
