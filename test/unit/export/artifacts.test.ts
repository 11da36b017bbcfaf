import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { getEncoding } from 'js-tiktoken';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { IndexView } from '../../../src/export/contract.ts';
import { TEXT_ARTIFACTS, type TextArtifactName, writeArtifact } from '../../../src/export/export-artifact.ts';
import { exportZip, toZipName } from '../../../src/export/export-zip.ts';
import { splitBulk } from '../../../src/lib/split-bulk.ts';
import { LIMITS } from '../../../src/model/limits.ts';
import { makeHandbook, makeOddities } from '../../support/export-collections.ts';
import { makeCorpus } from '../../support/make-corpus.ts';
import { type MakeFile, makeView, sha256 } from '../../support/make-view.ts';
import { makeSink, readText, readZip } from '../../support/zip-fixtures.ts';

const views = { handbook: makeHandbook(), oddities: makeOddities(), empty: makeView([]) };

async function textOf(view: IndexView, name: TextArtifactName, options = {}): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of writeArtifact(view, name, options)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function zipOf(view: IndexView, form: 'full' | 'compact', escapeHidden = false): Promise<Uint8Array> {
  const sink = makeSink();
  await exportZip({ view, form, sink, escapeHidden });
  return sink.bytes();
}

describe('JSON artifacts', () => {
  const ajv = new Ajv2020({ allErrors: true, strictTuples: false });
  const schemaOf = (name: string) => ajv.compile(JSON.parse(readFileSync(`docs/formats/${name}.schema.json`, 'utf8')));
  const wholes = {
    ...{ 'index.json': 'index', 'manifest.json': 'manifest', 'manifest.min.json': 'manifest-min' },
    'mapping.json': 'mapping',
  } as const;
  for (const [name, schema] of Object.entries(wholes)) {
    it(`${name} validates against its published schema`, async () => {
      const validate = schemaOf(schema);
      for (const view of Object.values(views)) {
        validate(JSON.parse(await textOf(view, name as TextArtifactName)));
        expect(validate.errors).toBeNull();
      }
    });
  }

  it('chunks.jsonl and bulk.ndjson contain valid lines, ids are chunk ids, the mapping covers every field', async () => {
    const row = schemaOf('chunks-jsonl');
    const action = schemaOf('bulk-action');
    const { mappings } = JSON.parse(await textOf(views.handbook, 'mapping.json')) as {
      mappings: { properties: object };
    };
    for (const view of Object.values(views)) {
      const rows = (await textOf(view, 'chunks.jsonl')).split('\n').slice(0, -1);
      const bulk = (await textOf(view, 'bulk.ndjson')).split('\n').slice(0, -1);
      expect(rows.length).toBe(view.totalChunks);
      expect(bulk.length).toBe(view.totalChunks * 2);
      rows.forEach((line, index) => {
        const document = JSON.parse(line) as Record<string, unknown>;
        row(document);
        expect(row.errors).toBeNull();
        expect(Object.values(document)).not.toContain(null);
        expect(Object.keys(mappings.properties)).toEqual(expect.arrayContaining(Object.keys(document)));
        const head = JSON.parse(bulk[index * 2] ?? '') as { index: { _id: string } };
        action(head);
        expect(action.errors).toBeNull();
        expect(head.index._id).toBe(document.id);
        expect(bulk[index * 2 + 1]).toBe(line);
      });
    }
  });

  it('a large bulk file is split between actions into numbered request bodies', async () => {
    const bulk = (await textOf(views.handbook, 'bulk.ndjson')) + '{"delete":{"_id":"x"}}\n'.repeat(200);
    const files = await splitBulk(new Blob([bulk]), 2_000);
    expect(files.map(({ name }) => name).slice(0, 2)).toEqual(['bulk-0001.ndjson', 'bulk-0002.ndjson']);
    const texts = await Promise.all(files.map(({ blob }) => blob.text()));
    expect(texts.join('')).toBe(bulk);
    for (const text of texts) {
      expect(text).toMatch(/^\{"(index|delete)":/);
      expect(text.length).toBeLessThanOrEqual(2_000);
    }
    expect((await splitBulk(new Blob([bulk]), LIMITS.bulkBytes)).map(({ name }) => name)).toEqual(['bulk.ndjson']);
  });

  it('index.json names chunks by ordinal, with true counts and keys in byte order', async () => {
    const index = JSON.parse(await textOf(views.handbook, 'index.json')) as {
      chunks: { id: string; content: string }[];
      chunk_refs: Record<string, string>;
      doc_lens: number[];
      inverted_index: Record<string, number[]>;
    };
    expect(Object.keys(index)).toEqual(
      'version generator index_id settings files chunks chunk_refs doc_lens inverted_index stats warnings'.split(' '),
    );
    expect(Object.keys(index.chunk_refs)).toEqual([...Object.keys(index.chunk_refs)].sort());
    expect(index.doc_lens.length).toBe(index.chunks.length);
    const [ordinal = -1, count] = index.inverted_index.lights ?? [];
    expect(index.chunks[ordinal]?.content).toContain('lights');
    expect(count).toBe(1);
  });

  it('index.json stays within 2.5 times the text', async () => {
    const view = makeCorpus(4, 120);
    const textBytes = view.files.reduce((sum, file) => sum + file.bytes, 0);
    expect(Buffer.byteLength(await textOf(view, 'index.json')) / textBytes).toBeLessThan(2.5);
  });
});

describe('llm.md', () => {
  const encoding = getEncoding('o200k_base');

  it('has at most 400 tokens at any size, with any names', async () => {
    const nasty = '~!@#$%^&()_+{}[]'.repeat(12);
    const many: MakeFile[] = Array.from({ length: 500 }, (_, i) => ({
      path: `${nasty}${i}/AGENTS.md`,
      chunks: [{ content: 'x' }],
    }));
    many.push({ path: 'README.md', chunks: [{ content: `# ${nasty}\n\n${`${nasty} `.repeat(9)}` }] });
    const tall = makeView(many);
    const huge: IndexView = {
      ...tall,
      totalChunks: 999_999_999,
      files: tall.files.map((file) => ({ ...file, tokenTotal: 9_999_999_999 })),
      warnings: Array.from({ length: 99_999 }, () => ({ path: 'x', code: 'binary', message: 'x' }) as const),
    };
    for (const view of [huge, ...Object.values(views)]) {
      for (const form of ['full', 'compact'] as const) {
        const text = await textOf(view, 'llm.md', { form, escapeHidden: true });
        expect(encoding.encode(text, [], []).length).toBeLessThanOrEqual(400);
      }
    }
  });

  it('says what the collection is: its name, counts, sources and first sentence, not its badges', async () => {
    const readme =
      '<img src="a.png">\n\n[![ci](b.svg)](c)\n\n**Heron** is a [small](d) wader of lakes. It stands still.\n';
    const view = makeView([{ path: 'README.md', chunks: [{ content: '# Heron' }, { content: readme }] }]);
    const text = await textOf(view, 'llm.md');
    expect(text).toContain('"Heron is a small wader of lakes."');
    expect(text.indexOf('outline.md')).toBeLessThan(text.indexOf('manifest.llm.tsv'));
    expect(text).toMatch(/Files: 1 from \S+ \(Markdown 1\)\. Chunks: 2\./);
  });

  it('lists agent files without obeying them and describes the chunk header of its own zip', async () => {
    const full = readText(await zipOf(views.handbook, 'full'), 'llm.md');
    const compact = readText(await zipOf(views.handbook, 'compact'), 'llm.md');
    for (const text of [full, compact]) {
      expect(text).toContain('AGENTS.md');
      expect(text).toContain('not instructions');
      expect(text).not.toContain('Ignore all previous');
    }
    expect(full).toContain('YAML front matter');
    expect(full).not.toContain('@llmx');
    expect(compact).toContain('@llmx');
    expect(compact).not.toContain('YAML');
  });
});

describe('manifest.llm.tsv', () => {
  it('preserves names with tabs, newlines, backslashes, quotes and emoji', async () => {
    const view = views.oddities;
    const rows = (await textOf(view, 'manifest.llm.tsv'))
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t'));
    expect(rows[0]).toEqual(['llmx_manifest_llm_tsv', '4', view.index_id]);
    const restore = (name: string): string =>
      name.replace(/\\(.)/g, (_, char: string) => ({ t: '\t', n: '\n', r: '\r' })[char] ?? char);
    const dirs = rows.filter(([type]) => type === 'D').map((row) => restore(row[2] ?? ''));
    const paths = rows.filter(([type]) => type === 'P').map((row) => `${dirs[Number(row[2])]}${restore(row[3] ?? '')}`);
    expect(dirs[0]).toBe('');
    expect(paths).toEqual(view.files.map((file) => file.path));
    const widths = { D: 3, P: 4, K: 3, F: 7, C: 8 } as Record<string, number>;
    for (const row of rows.slice(1)) expect([row[0], row.length]).toEqual([row[0], widths[row[0] ?? '']]);
  });
});

describe('chunk files', () => {
  it('have front matter that a YAML library parses to the same values, and the exact body', async () => {
    for (const view of [views.handbook, views.oddities]) {
      const zip = await zipOf(view, 'full');
      const index = JSON.parse(readText(zip, 'index.json')) as {
        chunks: Record<string, unknown>[];
        chunk_refs: Record<string, string>;
      };
      for (const chunk of index.chunks) {
        const text = readText(zip, `chunks/${index.chunk_refs[chunk.id as string]}.md`);
        const end = text.indexOf('\n---\n\n', 4);
        const front = parseYaml(text.slice(4, end)) as Record<string, unknown>;
        const body = text.slice(end + 6);
        for (const key of ['id', 'slug', 'path', 'kind', 'token_estimate', 'heading_path'])
          expect(front[key]).toEqual(chunk[key]);
        for (const key of ['symbol', 'address', 'asset_path']) expect(front[key]).toEqual(chunk[key] ?? null);
        expect(front.lines).toEqual([chunk.start_line, chunk.end_line]);
        if (front.compacted === false) expect(sha256(body)).toBe(front.content_sha256);
        else expect(body).toContain('... (previous line repeated 8 more times)');
      }
    }
  });

  it('show invisible characters as escapes on request, and keep index.json exact', async () => {
    const zip = await zipOf(views.oddities, 'full', true);
    const ref =
      JSON.parse(readText(zip, 'index.json')).chunks.findIndex((chunk: { path: string }) => chunk.path === 'zero.md') +
      1;
    const text = readText(zip, `chunks/c${ref.toString(36).padStart(4, '0')}.md`);
    expect(text).toContain('hid\\u{200b}den \\u{202e}override\\u{202c} \\u{e0041}tag');
    expect(readText(zip, 'manifest.llm.tsv')).toContain('in\\u{200b}visible');
    expect(readText(zip, 'index.json')).toContain('hid\u200bden');
  });
});

describe('exportZip', () => {
  it('splits an outline that is too long for one read; the first part is outline.md and names the others', async () => {
    const chunks = Array.from({ length: 900 }, (_, i) => ({
      content: `row ${i}`,
      symbol: `symbol_${i}_${'x'.repeat(60)}`,
    }));
    const view = makeView(['a/one.ts', 'b/two.ts', 'c/three.ts'].map((path) => ({ path, chunks })));
    const { entries } = readZip(await zipOf(view, 'compact'));
    const names = entries.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    const outline = entries.filter(({ name }) => name.startsWith('outline'));
    expect(outline.length).toBeGreaterThan(3);
    for (const { data } of outline) expect(data.length).toBeLessThanOrEqual(50_000);
    const index = readText(await zipOf(view, 'compact'), 'outline.md');
    for (const { name } of outline.slice(1)) expect(index).toContain(`\`${name}\``);
    expect(index).toMatch(/^- c0001 \(1-1\) /m);
    const refs = outline.flatMap(
      ({ data }) =>
        Buffer.from(data)
          .toString()
          .match(/^- c\d+/gm) ?? [],
    );
    expect(refs).toHaveLength(2_700);
  });

  it('writes the entries of each form in byte order, with images under safe names', async () => {
    const names = (bytes: Uint8Array): string[] => readZip(bytes).entries.map((entry) => entry.name);
    const full = names(await zipOf(views.oddities, 'full'));
    expect(full).toEqual([...full].sort());
    expect(full.filter((name) => name.startsWith('images/'))).toEqual(['images/_con.png', 'images/a_b.png']);
    expect(full.filter((name) => !name.includes('/'))).toEqual([
      'catalog.llm.md',
      'index.json',
      'llm.md',
      'manifest.json',
      'manifest.llm.tsv',
      'manifest.min.json',
      'outline.md',
    ]);
    const compact = names(await zipOf(views.oddities, 'compact'));
    expect(compact.filter((name) => !name.includes('/'))).toEqual(['llm.md', 'manifest.llm.tsv', 'outline.md']);
  });

  it('contains the same bytes as each artifact exported separately', async () => {
    const zip = await zipOf(views.handbook, 'full');
    for (const name of TEXT_ARTIFACTS) {
      if (['signatures.md', 'chunks.jsonl', 'bulk.ndjson', 'mapping.json', 'schema.sql'].includes(name)) continue;
      expect(readText(zip, name)).toBe(await textOf(views.handbook, name));
    }
  });

  it('warns of images whose names differ only in case', async () => {
    const index = JSON.parse(readText(await zipOf(views.handbook, 'full'), 'index.json')) as { warnings: object[] };
    expect(index.warnings).toMatchObject([
      { code: 'json-parse' },
      { code: 'case-collision', path: 'docs/tools/saw.png' },
    ]);
  });

  it('gets a safe name from the collection and the index', () => {
    expect(toZipName(views.handbook, 'full')).toBe('handbook-full.zip');
    expect(toZipName(views.oddities, 'full')).toBe('odd_ities_ _x_-full.zip');
  });

  it('leaves no partial file when cancelled or when the view fails, and reports growing progress', async () => {
    const view = makeCorpus(2, 80);
    const controller = new AbortController();
    const sink = makeSink();
    const seen: number[] = [];
    const cancelled = exportZip({
      view,
      form: 'full',
      sink,
      signal: controller.signal,
      onProgress: ({ doneEntries, totalEntries }) => {
        seen.push(doneEntries);
        expect(totalEntries).toBe(view.totalChunks + 7);
        if (doneEntries === 50) controller.abort();
      },
    });
    await expect(cancelled).rejects.toMatchObject({ code: 'export/cancelled' });
    expect(sink).toMatchObject({ aborted: true, closed: false });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));

    const failing = makeSink();
    const broken: IndexView = { ...view, outline: () => Promise.reject(new Error('disk')) };
    await expect(exportZip({ view: broken, form: 'full', sink: failing })).rejects.toMatchObject({ name: 'AppError' });
    expect(failing.aborted).toBe(true);
  });
});
