import { type FakeSite, fakeSite } from '../../support/fake-site.ts';
import { expect, goTo, onlyChromium, results, search, test } from './story.ts';

onlyChromium();

const page = (title: string, text: string, links = '') =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links}</main>`;

async function openSite(): Promise<FakeSite> {
  return fakeSite({
    '/': page(
      'Docs',
      'The front page of the cormorant docs.',
      '<a href="/guide">Guide</a> <a href="/broken">Broken</a>',
    ),
    '/guide': page('Guide', 'How a cormorant dries its wings.'),
    '/broken': { status: 404, type: 'text/plain', body: 'not yet' },
    '/robots.txt': { status: 404, body: '' },
  });
}

test('site → jobs → retry failed', async ({ page: app }) => {
  test.setTimeout(120_000);
  const site = await openSite();
  await app.goto('./');
  await app.getByRole('button', { name: 'Add site' }).click();
  await app.getByRole('textbox', { name: 'Site address' }).fill('nonsense address');
  await app.getByRole('button', { name: 'Start' }).click();
  await expect(app.getByRole('alert')).toContainText('no address');
  await app.getByRole('textbox', { name: 'Site address' }).fill(`${site.origin}/`);
  await app.getByRole('button', { name: 'Start' }).click();

  const retry = app.getByRole('button', { name: 'Retry failed' });
  await expect(retry).toBeVisible({ timeout: 60_000 });
  await expect(app.getByText(/2 saved/)).toBeVisible();
  await expect(app.getByText(/1 errors/)).toBeVisible();
  expect(site.requests.length).toBeGreaterThan(2);
  await expect(app.getByRole('status', { name: 'Network requests' })).not.toHaveText(/^0 /);
  await app.getByRole('status', { name: 'Network requests' }).getByRole('button').click();
  await expect(app.getByRole('dialog')).toContainText('/guide');
  await app.keyboard.press('Escape');

  site.set('/broken', page('Mended', 'The cormorant is well again.'));
  site.clear();
  await retry.click();
  await expect(app.getByText(/1 saved/)).toBeVisible({ timeout: 60_000 });
  expect(site.paths()).toEqual(['/robots.txt', '/broken']);
  await app.getByRole('link', { name: 'Show pages' }).first().click();
  await expect(app.getByRole('list', { name: 'Pages' })).toContainText('/broken');
  await goTo(app, 'Search');
  await search(app, 'cormorant');
  await expect(results(app)).toHaveCount(3);
  await site.close();
});

test('a site that may not be read says so, and what to do instead', async ({ page: app, consoleGuard }) => {
  test.setTimeout(90_000);
  // The browser itself writes a line for each answer it withholds.
  consoleGuard.allow(/CORS|Failed to load resource|ERR_FAILED/);
  const site = await fakeSite({ '/': page('Closed', 'no') }, { cors: false });
  await app.goto('./');
  await app.getByRole('button', { name: 'Add site' }).click();
  await app.getByRole('textbox', { name: 'Site address' }).fill(`${site.origin}/`);
  await app.getByRole('button', { name: 'Start' }).click();
  await expect(app.getByText(/CORS/).first()).toBeVisible({ timeout: 60_000 });
  await site.close();
});
