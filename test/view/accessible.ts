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
  await page.emulateMedia({ colorScheme: 'light' });
  expect([width, 'light', await violations(page)]).toEqual([width, 'light', []]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect([width, 'dark', await violations(page, COLOURS)]).toEqual([width, 'dark', []]);
}

/** The rules that see colours, less the one that is not asked for (AAA): all that another scheme can break. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** By way of the debugger: the policy of the page lets no script in. Selectors would take as long as the rules. */
export async function violations(page: Page, rules?: readonly string[]): Promise<unknown> {
  await page.evaluate(`if (!globalThis.axe) { ${axe.source} }`);
  const options = { resultTypes: ['violations'], selectors: false, ...(rules ? { runOnly: rules } : {}) };
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) })))`);
}
