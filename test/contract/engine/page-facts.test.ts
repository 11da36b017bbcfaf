import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { createEngineAndSites } from '../../../src/engine/create-engine.ts';
import type { PageRow } from '../../../src/model/site/site.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';
import { readArtifact } from '../../support/read-exports.ts';

const validate = new Ajv2020().compile(JSON.parse(readFileSync('docs/formats/chunks-jsonl.schema.json', 'utf8')));

it('chunks.jsonl and bulk.ndjson contain the facts of a page, except when it was fetched [S14]', async () => {
  const { deps } = await makeEngine();
  const { engine, sites } = createEngineAndSites(deps);
  const { id } = await engine.createCollection({ name: 'docs' });
  await ingestFiles(engine, id, { 'local.md': '# Local\n\ntext\n' });
  const sourceId = await sites.addSite(id, { name: 'docs.example.com', url: 'https://docs.example.com/' });
  const path = 'docs.example.com/start.md';
  const token = `gh${'p_'}${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const secretPath = `docs.example.com/${token}.md`;
  for (const page of [path, secretPath]) {
    const meta = { title: 'Start', description: 'How to begin', source_url: `https://docs.example.com/${page}` };
    await sites.keepPages(id, sourceId, [{ path: page, bytes: new TextEncoder().encode('# Start\n\nBegin.\n'), meta }]);
    const row: Partial<PageRow> = {
      path: page,
      status_code: 203,
      crawl_timestamp: '2026-01-02T03:04:05.000Z',
      internal_links_count: 7,
      external_links_count: 2,
      source_type: 'llms_page',
    };
    await sites.records.put('pages', `${id}/row/${sourceId}/${page}`, { row });
  }
  const facts = { status_code: 203, internal_links_count: 7, external_links_count: 2, source_type: 'llms_page' };

  const rows = async (mask: boolean): Promise<Record<string, unknown>[]> => {
    const text = await readArtifact(engine, id, 'chunks.jsonl', { mask });
    expect(text).not.toContain('2026-01-02');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const [secret, page, local] = (await rows(false)) as [Record<string, unknown>, ...Record<string, unknown>[]];
  expect(page).toMatchObject({ ...facts, source: sourceId, title: 'Start', description: 'How to begin' });
  expect(secret).toMatchObject(facts);
  expect(Object.keys(local ?? {})).not.toContain('status_code');
  for (const row of [page, local]) expect(validate(row)).toBe(true);

  const masked = await rows(true);
  expect(masked[0]).toMatchObject({ ...facts, path: expect.stringContaining('[[secret:') });
  expect(JSON.stringify(masked)).not.toContain(token);
  const bulk = await readArtifact(engine, id, 'bulk.ndjson');
  expect(bulk.split('\n')[1]).toContain('"source_type":"llms_page"');
});
