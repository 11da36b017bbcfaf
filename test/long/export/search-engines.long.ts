import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAny } from '../../../src/cli/node-engine.ts';
import type { Kernel } from '../../../src/kernel/contract.ts';
import { createStopTest } from '../../../src/search/parse-query.ts';
import { type RetrievalSet, readRetrievalSets } from '../../bench/retrieval-sets.ts';
import { indexDocs } from '../../harness/search-docs.ts';
import { makeCorpus } from '../../support/make-corpus.ts';
import { makeNodeEngine } from '../../support/node-engine.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { createRandom } from '../../support/random.ts';
import type { RecordSide } from '../../support/record-terms.ts';
import * as engines from '../../support/search-engines.ts';
import { testData } from '../../support/test-data.ts';

const { lucene, postgres, quoteSql } = engines;
const why = [lucene, postgres, testData].filter(({ available }) => !available).map(({ reason }) => reason);

let kernel: Kernel & RecordSide;
let sets: RetrievalSet[] = [];
beforeAll(async () => {
  kernel = await loadNodeKernel();
  if (testData.available) sets = await readRetrievalSets();
});

interface Asked {
  readonly name: string;
  readonly questions: readonly string[];
  /** The app's first ten for each question. */
  readonly ours: readonly (readonly string[])[];
  readonly folder: string;
  readonly rows: string;
  readonly index_id: string;
}

/** Projects that mix code and prose, with questions that people ask about them. */
async function* askProjects(): AsyncGenerator<Asked> {
  for (const name of ['flask', 'pytest', 'requests', 'sphinx']) {
    const { engine } = await makeNodeEngine();
    const id = await openAny(engine, testData.path('packs', name, 'snapshot.tar.gz'));
    const folder = mkdtempSync(join(tmpdir(), 'quire-asked-'));
    for (const artifact of ['schema.sql', 'chunks.jsonl', 'mapping.json', 'bulk.ndjson'] as const)
      writeFileSync(join(folder, artifact), await (await engine.exportArtifact(id, artifact)).text());
    const lines = readFileSync(testData.path('questions', `${name}.jsonl`), 'utf8')
      .trim()
      .split('\n');
    const questions = lines.map((line) => (JSON.parse(line) as { text: string }).text);
    const ours: string[][] = [];
    for (const question of questions)
      ours.push((await engine.search(id, question, { limit: 10 })).hits.map((hit) => hit.id));
    const rows = readFileSync(join(folder, 'chunks.jsonl'), 'utf8');
    const [snapshot] = await engine.listSnapshots(id);
    yield { name, questions, ours, folder, rows, index_id: snapshot?.index_id ?? '' };
  }
}

/** Compares the first ten of each question, and the first hit. */
function compareAsked(
  name: string,
  asked: readonly (Asked & { readonly theirs: readonly string[] })[],
  least: { readonly part: number; readonly first: number },
): void {
  const all = asked.map(({ name: project, ours, theirs }) => {
    const shared = ours.map((own, i) => {
      const other = theirs[i]?.split(' ').slice(0, 10) ?? [];
      return { part: own.filter((id) => other.includes(id)).length / own.length, first: own[0] === other[0] ? 1 : 0 };
    });
    const mean = (list: number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
    return {
      project,
      count: ours.length,
      part: mean(shared.map((s) => s.part)),
      first: mean(shared.map((s) => s.first)),
    };
  });
  const count = all.reduce((sum, one) => sum + one.count, 0);
  const over = (key: 'part' | 'first'): number => all.reduce((sum, one) => sum + one[key] * one.count, 0) / count;
  const told = all.map(({ project, part, first }) => `${project} ${part.toFixed(2)} and ${first.toFixed(2)}`);
  console.log(
    `${name}, ${count} asked questions: ${over('part').toFixed(3)} of the first ten shared, the first hit equal for ${over('first').toFixed(3)} (${told.join(', ')})`,
  );
  expect(over('part')).toBeGreaterThanOrEqual(least.part);
  expect(over('first')).toBeGreaterThanOrEqual(least.first);
}

type Run = ReadonlyMap<string, readonly string[]>;
/** Ids of the records by question, best first. `ask` answers with lines of chunk ids. */
async function compare(name: string, set: RetrievalSet, ask: (questions: string[]) => string[]): Promise<void> {
  const chunks = await engines.makeRecordView(set.name, set.records).chunks(0);
  const records = new Map(chunks.map(({ id }, i) => [id, set.records[i]?.id ?? '']));
  const index = indexDocs(kernel, set.records);
  const ours: Run = new Map(set.queries.map(({ id, text }) => [id, index.search(text, 100).map((hit) => hit.id)]));
  index.close();
  const lines = ask(set.queries.map(({ text }) => text.replace(/\s+/g, ' ')));
  const toIds = (line = ''): string[] => line.split(' ').map((id) => records.get(id) ?? '');
  const theirs: Run = new Map(set.queries.map(({ id }, i) => [id, toIds(lines[i])]));
  const shared = set.queries.slice(0, 50).map(({ id }) => {
    const own = (ours.get(id) ?? []).slice(0, 10);
    const other = new Set((theirs.get(id) ?? []).slice(0, 10));
    return own.filter((hit) => other.has(hit)).length / own.length;
  });
  const overlap = shared.reduce((sum, part) => sum + part, 0) / shared.length;
  const [quire, engine] = [set.evaluate(ours).ndcg10, set.evaluate(theirs).ndcg10];
  const figures = [quire, engine, overlap].map((value) => value.toFixed(3));
  console.log(
    `${set.name}, ${name}: nDCG ${figures[0]} here, ${figures[1]} there, ${figures[2]} of the first ten shared`,
  );
  expect(engine).toBeGreaterThan(quire - 0.02);
  expect(overlap).toBeGreaterThanOrEqual(0.7);
}

/** 10,000 texts of the retrieval sets and of files in many languages. */
async function makeTexts(): Promise<string[]> {
  const made = makeCorpus(7, 500);
  const lists = await Promise.all(made.files.map((_, i) => made.chunks(i)));
  const own = sets.flatMap(({ records }) => records.map(({ text }) => text));
  const texts = [...own, ...lists.flat().map(({ content }) => content)].slice(0, 10_000);
  expect(texts.length).toBe(10_000);
  return texts;
}

/** Prints every difference; `lines` are the terms of an engine, a line per text. */
function compareTerms(name: string, texts: readonly string[], lines: readonly string[], allowed: number): void {
  const differences = texts.flatMap((text, i) => {
    const here = new Set(kernel.termsOf(text, true));
    const there = new Set(lines[i]?.split(' ').filter(Boolean));
    const list = (a: Set<string>, b: Set<string>, sign: string) =>
      [...a].filter((term) => !b.has(term)).map((term) => sign + term);
    const found = [...list(here, there, '-'), ...list(there, here, '+')];
    return found.length > 0 ? [found.join(' ')] : [];
  });
  console.log(`${name}: ${differences.length} of 10,000 texts have other terms:\n${differences.join('\n')}`);
  expect(differences.length).toBeLessThanOrEqual(allowed);
}

describe.skipIf(!lucene.available || !testData.available)(`Lucene 8 ${why.join('; ')}`, () => {
  it('makes the terms of the kernel from 10,000 texts, and lists the others', async () => {
    const texts = await makeTexts();
    const folder = await engines.saveArtifacts(makeCorpus(7, 1), ['mapping.json']);
    const input = texts.map((text) => JSON.stringify(text));
    compareTerms('Lucene', texts, lucene.run(['terms', join(folder, 'mapping.json')], input), 10);
  });

  it('ranks like the kernel', async () => {
    for (const set of sets) {
      const view = engines.makeRecordView(set.name, set.records);
      const folder = await engines.saveArtifacts(view, ['mapping.json', 'bulk.ndjson']);
      const place = [join(folder, 'mapping.json'), join(folder, 'index')];
      expect(lucene.run(['load', ...place, join(folder, 'bulk.ndjson')])).toEqual([String(set.records.length)]);
      await compare('Lucene', set, (questions) => lucene.run(['search', ...place], questions));
    }
  });

  it('answers asked questions like the app', async () => {
    const asked: (Asked & { theirs: string[] })[] = [];
    const short: typeof asked = [];
    const isStopWord = createStopTest();
    for await (const one of askProjects()) {
      const place = [join(one.folder, 'mapping.json'), join(one.folder, 'index')];
      lucene.run(['load', ...place, join(one.folder, 'bulk.ndjson')]);
      asked.push({ ...one, theirs: lucene.run(['search', ...place], one.questions) });
      const telling = one.questions.map((text) =>
        text
          .split(' ')
          .filter((word) => !isStopWord(word.toLowerCase()))
          .join(' '),
      );
      short.push({ ...one, theirs: lucene.run(['search', ...place], telling) });
    }
    compareAsked('Lucene', asked, { part: 0.5, first: 0.4 });
    compareAsked('Lucene without function words', short, { part: 0.65, first: 0.45 });
  });

  it('applies a delta only to the state it starts from, and refuses damaged text before it writes', async () => {
    const view = engines.makeRecordView('small', (sets[0] as RetrievalSet).records.slice(0, 20));
    const folder = await engines.saveArtifacts(view, ['mapping.json', 'bulk.ndjson']);
    const path = (name: string): string => join(folder, name);
    const first = (await view.chunks(0))[0]?.id;
    writeFileSync(path('removed.ndjson'), `{"delete":{"_id":"${first}"}}\n`);
    writeFileSync(path('delta.json'), JSON.stringify({ from: view.index_id, to: 'next' }));
    writeFileSync(
      path('bad.ndjson'),
      readFileSync(path('bulk.ndjson'), 'utf8').replace('"content":"', '"content":"\\u0000'),
    );
    const place = [path('mapping.json'), path('index')];
    const update = (): string[] => lucene.run(['update', ...place, path('delta.json'), path('removed.ndjson')]);
    expect(update).toThrow('the index holds nothing');
    expect(lucene.run(['load', ...place, path('bulk.ndjson')])).toEqual(['20']);
    expect(() => lucene.run(['load', ...place, path('bad.ndjson')])).toThrow('content is not valid text');
    expect(update()).toEqual(['19']);
    expect(update).toThrow('the index holds next');
  });
});

describe.skipIf(!postgres.available || !testData.available)(`a PostgreSQL server ${why.join('; ')}`, () => {
  it('makes the terms of the kernel from 10,000 texts, and lists the others', async () => {
    const texts = await makeTexts();
    const server = await postgres.start();
    try {
      server.psql(await engines.artifactOf(makeCorpus(7, 1), 'schema.sql'));
      compareTerms('PostgreSQL', texts, server.psql(engines.toTermsScript(texts)), 10);
    } finally {
      server.stop();
    }
  });

  it('ranks like the kernel', async () => {
    const server = await postgres.start();
    try {
      for (const set of sets) {
        const view = engines.makeRecordView(set.name, set.records);
        server.psql(`${await engines.artifactOf(view, 'schema.sql')}truncate quire_collections cascade;`);
        const rows = await engines.artifactOf(view, 'chunks.jsonl');
        const [loaded] = server.psql(engines.toLoadScript(rows, `${quoteSql(set.name)}, ${quoteSql(view.index_id)}`));
        expect(loaded).toBe(String(set.records.length));
        await compare('PostgreSQL', set, (questions) => server.psql(engines.toQuestionScript(questions, 100)));
      }
    } finally {
      server.stop();
    }
  });

  it('answers asked questions like the app, each about one of several collections', async () => {
    const server = await postgres.start();
    try {
      const asked: Asked[] = [];
      for await (const one of askProjects()) {
        if (asked.length === 0) server.psql(readFileSync(join(one.folder, 'schema.sql'), 'utf8'));
        server.psql(engines.toLoadScript(one.rows, `${quoteSql(one.name)}, ${quoteSql(one.index_id)}`));
        asked.push(one);
      }
      const ask = ({ questions, name }: Asked): string[] => server.psql(engines.toQuestionScript(questions, 10, name));
      compareAsked(
        'PostgreSQL',
        asked.map((one) => ({ ...one, theirs: ask(one) })),
        { part: 0.9, first: 0.8 },
      );
    } finally {
      server.stop();
    }
  });

  it('gives the same answers when the collections are on two servers', async () => {
    const [a, b] = [await postgres.start(), await postgres.start()];
    try {
      const random = createRandom(3).next;
      const records = (sets[0] as RetrievalSet).records.slice(0, 400);
      const halves = [records.filter((_, i) => i % 3 > 0), records.filter((_, i) => i % 3 === 0)];
      const views = halves.map((half, i) => engines.makeRecordView(`part ${i}`, half));
      for (const database of ['front', 'single']) a.psql(`create database ${database};`);
      const schema = await engines.artifactOf(views[0] as (typeof views)[number], 'schema.sql');
      for (const [server, database] of [[a], [b], [a, 'front'], [a, 'single']] as const) server.psql(schema, database);
      for (const [i, view] of views.entries()) {
        const script = engines.toLoadScript(await engines.artifactOf(view, 'chunks.jsonl'), `'part ${i}', 'x'`);
        for (const [server, database] of [[[a, b][i] as typeof a], [a, 'single']] as const)
          server.psql(script, database);
      }
      const names = {
        host_a: '127.0.0.1',
        port_a: a.port,
        host_b: '127.0.0.1',
        port_b: b.port,
        user: 'postgres',
        database: 'postgres',
      };
      const variables = Object.entries(names).map(([name, value]) => `\\set ${name} ${value}\n`);
      a.psql(`${variables.join('')}${readFileSync('docs/scale/two-nodes.sql', 'utf8')}`, 'front');
      const queries = (sets[0] as RetrievalSet).queries.filter(() => random() < 0.1).map(({ text }) => text);
      const script = engines.toQuestionScript(queries, 10);
      const answers = a.psql(script, 'front');
      expect(answers.length).toBeGreaterThan(10);
      expect(answers).toEqual(a.psql(script, 'single'));
      expect(a.psql('select count(*) from quire_chunks;', 'front')).toEqual(['400']);
    } finally {
      for (const server of [a, b]) server.stop();
    }
  });
});
