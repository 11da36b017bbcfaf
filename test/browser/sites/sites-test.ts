import type { BrowserContext, Page } from '@playwright/test';
import { expect, openSite, test } from '../../support/app-test.ts';

export { expect, openSite, test };

/** Sites in the built app; what differs between browsers is tested elsewhere. */
export function onlyChromium(): void {
  test.skip(({ browserName }) => browserName !== 'chromium', 'one browser is enough for the crawl itself');
}

/** Adds a site, with values of the dialog's fields by their names. */
export async function addSite(app: Page, url: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
  await app.getByRole('button', { name: 'Add site' }).first().click();
  await app.getByRole('textbox', { name: 'Site address' }).fill(url);
  if (Object.keys(values).length > 0) await app.getByText('Options', { exact: true }).click();
  for (const [name, value] of Object.entries(values)) await app.getByLabel(name, { exact: true }).fill(value);
  await button(app, 'Start').click();
}

export const button = (app: Page, name: string) => app.getByRole('button', { name, exact: true });

/** Closes the tab, or kills its process. */
export async function killTab(app: Page, context: BrowserContext, how: 'close' | 'crash'): Promise<void> {
  if (how === 'close') return app.close();
  const client = await context.newCDPSession(app);
  const crashed = app.waitForEvent('crash');
  // The crashed tab does not answer.
  client.send('Page.crash').catch(() => undefined);
  await crashed;
}
