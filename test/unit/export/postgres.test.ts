import { readdirSync, readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/contract.ts';
import { ingestFiles, type MadeFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';
import { makeView } from '../../support/make-view.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { artifactOf } from '../../support/search-engines.ts';
import { readText } from '../../support/zip-fixtures.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly path: string; readonly content: string };

const COPY = `copy quire_staging from '/dev/blob' with (format csv, quote e'\\x01', delimiter e'\\x02')`;
const NAME = `it's a "collection"`;

let files: MadeFiles;
let engine: Engine;
let id: string;
let schema: string;
let db: PGlite;

beforeAll(async () => {
  // Not under `test/`: the kernel ranks tests lower, which the engines do not.
  const names = ['code', 'llms'].flatMap((folder) =>
    readdirSync(`test/fixtures/${folder}`).map((name) => `${folder}/${name}`),
  );
  files = Object.fromEntries(names.map((name) => [name, readFileSync(`test/fixtures/${name}`, 'utf8')]));
  ({ engine } = await makeEngine());
  id = await makeCollection(engine, files);
  db = await PGlite.create();
  schema = await (await engine.exportArtifact(id, 'schema.sql')).text();
  await db.exec(`${schema}${schema}create temporary table quire_staging (line text)`);
}, 120_000);

afterAll(() => db.close());

async function load(lines: string, ...call: readonly (string | null)[]): Promise<number> {
  await db.query('truncate quire_staging');
  await db.query(COPY, [], { blob: new Blob([lines]) });
  const places = call.map((_, i) => `$${i + 1}`).join(', ');
  const { rows } = await db.query<{ chunks: number }>(`select quire_load(${places}) as chunks`, [...call]);
  return Number(rows[0]?.chunks);
}

const readRows = (lines: string): Row[] =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);

async function exportRows(): Promise<string> {
  return (await engine.exportArtifact(id, 'chunks.jsonl')).text();
}

async function expectRows(lines: string): Promise<void> {
  const columns = 'id, path, chunk_index, start_line, end_line, section_path, content';
  const { rows } = await db.query<Row>(`select ${columns} from quire_chunks where collection = $1 order by id`, [NAME]);
  const expected = readRows(lines).sort((a, b) => (a.id < b.id ? -1 : 1));
  const keep = (row: Row) => Object.fromEntries(columns.split(', ').map((column) => [column, row[column]]));
  expect(rows).toEqual(expected.map(keep));
}

/** Words of two lines of each chunk, every third one left out: what someone remembers of it. */
function toQuestions(rows: readonly Row[], count: number): string[] {
  const lines = rows.flatMap(({ content }) => {
    const usable = content.split('\n').filter((line) => (line.match(/[A-Za-z]{3,}/g) ?? []).length >= 5);
    return [usable[Math.floor(usable.length / 3)] ?? '', usable[Math.floor((usable.length * 2) / 3)] ?? ''];
  });
  const remember = (line: string): string[] => (line.match(/\w+/g) ?? []).slice(0, 12).filter((_, i) => i % 3 !== 2);
  const questions = new Set(lines.map((line) => remember(line).join(' ')).filter(Boolean));
  return [...questions].slice(0, count);
}

describe('schema.sql in PGlite', () => {
  it('loads an export and a delta with the rows and texts of the collection', async () => {
    const [before] = await engine.listSnapshots(id);
    const whole = await exportRows();
    expect(await load(whole, NAME, before?.index_id ?? '')).toBe(readRows(whole).length);
    await expectRows(whole);
    const { 'code/sample.py': python, 'llms/mkdocs.txt': _, ...rest } = files;
    const changed = `# A new head\n\n${python}`;
    await ingestFiles(
      engine,
      id,
      { ...rest, 'code/sample.py': changed, 'new.md': '# New\n\nIt is "new".\n' },
      { sourceId: 'made' },
    );
    const { blob } = await engine.exportZip({
      ...{ collectionId: id, jobId: 'delta', form: 'delta', mask: false },
      ...(before ? { since: before.id } : {}),
    });
    const zip = new Uint8Array(await (blob as Blob).arrayBuffer());
    const delta = JSON.parse(readText(zip, 'delta.json')) as { from: string; to: string; replaced: string[] };
    const call = [NAME, delta.to, delta.from, JSON.stringify(delta.replaced)];
    await load(readText(zip, 'chunks.jsonl'), ...call);
    await expectRows(await exportRows());
    await expect(load(readText(zip, 'chunks.jsonl'), ...call)).rejects.toThrow('the delta starts from');
    await expectRows(await exportRows());
  });

  it('answers questions, the first hit as in the app for 90 % or more', async () => {
    const count = sampleSize({ sample: 20, whole: 50 });
    const questions = toQuestions(readRows(await exportRows()), count);
    expect(questions.length).toBe(count);
    let agreed = 0;
    for (const question of questions) {
      const { hits } = await engine.search(id, question, { limit: 1 });
      const { rows } = await db.query<Row>('select id from quire_search($1, 1)', [question]);
      if (rows[0]?.id === hits[0]?.id) agreed++;
    }
    expect(agreed / questions.length).toBeGreaterThanOrEqual(0.9);
  });

  it('counts each word by its field', async () => {
    const view = makeView([{ path: 'mill.md', chunks: [{ content: 'saw, saw and SAW', headingPath: ['The saw'] }] }]);
    await load(await artifactOf(view, 'chunks.jsonl'), 'small', 'x');
    const { rows } = await db.query(
      `select term, counts[1] & 4095 as body, counts[1] >> 12 & 63 as heading, counts[1] >> 18 as others from quire_postings where collection = 'small' order by 1`,
    );
    expect(rows).toEqual([
      { term: 'and', body: 1, heading: 0, others: 0 },
      { term: 'md', body: 0, heading: 0, others: 1 << 5 },
      { term: 'mill', body: 0, heading: 0, others: 1 << 5 },
      { term: 'saw', body: 3, heading: 1, others: 0 },
      { term: 'the', body: 0, heading: 1, others: 0 },
    ]);
  });

  it('counts words and lengths in the collection that is asked, and after a delta as after a load', async () => {
    const ask = async (question: string): Promise<readonly Row[]> =>
      (await db.query<Row>('select id, score from quire_search($1, 20, $2)', [question, NAME])).rows;
    const questions = toQuestions(readRows(await exportRows()), 8);
    const askAll = () => Promise.all(questions.map(ask));
    const afterDelta = await askAll();
    const [now] = await engine.listSnapshots(id);
    await load(await exportRows(), NAME, now?.index_id ?? '');
    expect(await askAll()).toEqual(afterDelta);
    const others = readRows(await exportRows()).slice(0, 30);
    await load(others.map((row) => JSON.stringify(row)).join('\n'), 'another', 'x');
    expect(await askAll()).toEqual(afterDelta);
    const { rows } = await db.query<Row>('select score from quire_search($1, 1)', [questions[0]]);
    expect(rows[0]?.score).not.toBe(afterDelta[0]?.[0]?.score);
    await db.query(`delete from quire_collections where name = 'another'`);
    expect((await db.query(`select from quire_postings where collection = 'another'`)).rows).toEqual([]);
  });

  it('refuses what it cannot hold before anything is written', async () => {
    const whole = await exportRows();
    const content = (text: string) =>
      artifactOf(makeView([{ path: 'a.md', chunks: [{ content: text }] }]), 'chunks.jsonl');
    const good = await content('fine');
    for (const lines of [
      await content('a\0b'),
      good.replace('"fine"', '"a\\ud800b"'),
      good.replace('"fine"', '"other text"'),
      good.replace(/"id":"./, '"id":"x'),
      `${good}{"id":`,
      `${good}${good}`,
      '',
    ]) {
      await expect(load(lines, NAME, 'x')).rejects.toThrow();
      await expectRows(whole);
    }
    const long = await content('long line '.repeat(sampleSize({ sample: 2_000, whole: 100_000 })));
    expect(await load(long, 'other', 'x')).toBe(1);
    await expectRows(whole);
  });
});
