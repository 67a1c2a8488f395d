/** That a screen fits, and that axe has no objection to it, light and dark. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Of a desk and of a phone. */
export const WIDTHS = [1440, 390] as const;

/** Of the page as it is, `width` wide. */
export async function expectFitting(page: Page, width: number): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  for (const name of ['Files', 'Search', 'Context', 'Index']) {
    const box = await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width && box.height >= 24).toBe(true);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect([width, colorScheme, await violations(page)]).toEqual([width, colorScheme, []]);
  }
}

/** By way of the debugger: the policy of the page lets no script in. */
export async function violations(page: Page): Promise<unknown> {
  await page.evaluate(`if (!globalThis.axe) { ${axe.source} }`);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) })))`);
}
