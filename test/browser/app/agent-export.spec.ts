import { readFileSync } from 'node:fs';
import { expect, test } from '../../support/app-test.ts';
import { readZip } from '../../support/zip-fixtures.ts';
import { openSample, save } from './story.ts';

test.skip(({ browserName }) => browserName !== 'chromium', 'an installed Firefox reports no downloads');

test('an MCP bundle and a skill are made in the page, and a search becomes a question with one click @long', async ({
  page,
}) => {
  await page.goto('./');
  await openSample(page);
  await page.getByRole('searchbox').first().fill('published collection');
  await page.getByRole('button', { name: 'Keep as question' }).click();
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  const questions = page.getByRole('region', { name: 'Questions' });
  await expect(questions).toContainText('published collection');
  await expect(questions).toContainText('1 question checked. None lost its answer.');

  const listSaved = async (name: string) => {
    const zip = readFileSync(await (await save(page, name)).path());
    return readZip(new Uint8Array(zip)).entries.map((entry) => entry.name);
  };
  const bundle = await listSaved('Download MCP bundle');
  for (const name of ['manifest.json', 'server.mjs', 'collection/manifest.json']) expect(bundle).toContain(name);
  const card = page.getByRole('region', { name: 'For an agent' });
  await card.getByRole('combobox', { name: 'Set up' }).selectOption({ label: 'Live folder in VS Code' });
  await expect(card.locator('pre')).toHaveText(
    /^code --add-mcp '\{"name":"[a-z-]+","command":"quire","args":\["mcp","\/path/,
  );
  await card.getByRole('combobox', { name: 'Set up' }).selectOption({ label: 'Live folder in Claude Code' });
  await expect(card.locator('pre')).toHaveText(/^claude mcp add [a-z-]+ -- quire mcp '?\/path\/to\//);
  expect(await listSaved('Download skill')).toContainEqual(expect.stringMatching(/\/SKILL\.md$/));
});
