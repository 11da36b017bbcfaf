import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Chunk } from '../../../src/model/chunk.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';

const PAGE = 'docs/rules.md';
const page = readFileSync(PAGE, 'utf8');
/** A file in a fence that names it, and the fence with its chunks. */
const EXAMPLE = /^(`{3,4})[a-z]+ (\S+)\n([\s\S]*?\n)\1\n\n```text\n([\s\S]*?)```$/gm;

it('the examples of docs/rules.md are what the engine makes of them (written by `vitest -u`)', async () => {
  const examples = [...page.matchAll(EXAMPLE)];
  expect(examples.length).toBeGreaterThan(5);
  const [chunk_target_chars = 0, chunk_max_chars = 0, chunk_min_chars = 0] =
    /target of (\d+), a maximum of (\d+) and a minimum of (\d+)/.exec(page)?.slice(1).map(Number) ?? [];
  const { engine } = await makeEngine();
  const { id } = await engine.createCollection({
    name: 'examples',
    settings: { chunk_target_chars, chunk_max_chars, chunk_min_chars },
  });
  await ingestFiles(engine, id, Object.fromEntries(examples.map(([, , path, text]) => [path, text as string])));
  let made = page;
  for (const [whole, , path = '', , before = ''] of examples) {
    const chunks = (await engine.readFile(id, path))?.chunks ?? [];
    made = made.replace(whole, () =>
      whole.replace(`\`\`\`text\n${before}`, () => `\`\`\`text\n${chunks.map(toRow).join('')}`),
    );
  }
  await expect(made).toMatchFileSnapshot(`../../../${PAGE}`);
});

function toRow({ startLine, endLine, headingPath, headings, symbols, address, part, parts, content }: Chunk): string {
  const names = [address, headingPath.join(' > '), headings?.slice(1).join(', '), symbols?.join(', ')];
  const count = part === undefined ? '' : `, part ${part} of ${parts}`;
  return `lines ${startLine}-${endLine}: ${names.filter(Boolean).join(' + ')}${count} (${[...content].length} characters)\n`;
}

it('docs/rules.md names the default sizes of chunks', () => {
  const { chunk_target_chars, chunk_max_chars, chunk_min_chars, max_chunks_per_file } = DEFAULT_SETTINGS;
  const rows = Object.entries({ chunk_target_chars, chunk_max_chars, chunk_min_chars, max_chunks_per_file });
  for (const [name, value] of rows) expect(page).toContain(`\`${name}\` | ${value.toLocaleString('en')} |`);
});
