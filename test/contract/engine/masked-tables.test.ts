import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createAgentTools } from '../../../src/agent/create-agent-tools.ts';
import type { Engine } from '../../../src/engine/contract.ts';
import { TEXT_ARTIFACTS } from '../../../src/export/export-artifact.ts';
import { createMcpTools } from '../../../src/mcp/create-mcp-tools.ts';
import type { AgentToolName } from '../../../src/model/schema/agent-tools.ts';
import type { McpToolName } from '../../../src/model/schema/mcp-tools.ts';
import { type MadeFiles, makeFilled, syncFiles } from '../../support/make-engine.ts';
import { packOf, readArtifact, readExport } from '../../support/read-exports.ts';
import { isWhole, sampleSize } from '../../support/sample-size.ts';
import { publishToMap, startStaticHost } from '../../support/static-host.ts';
import { testData } from '../../support/test-data.ts';
import { makeReader } from '../publish/published-engine.ts';
import { makeXlsx, type Rows, TABLE_MAKERS } from './make-tables.ts';

const HEADER = ['Service', 'User', 'Password', 'Remark'];
/** Passwords that only their column reveals: random, chosen, a number and a word. */
const KINDS: readonly ((i: number) => string)[] = [
  (i) => `kX9v${i}L2pQ7mZ4`,
  (i) => `Summer${2024 + i}!`,
  (i) => String(48_151_623 + i * 7_919),
  (i) => `windmill${'abcdefghijklmnopqrstuvwxyz'[i % 26]}${'bdfhjlnprtvxz'[i % 13]}`,
];
const toPassword = (i: number, kinds: number): string => (KINDS[i % kinds] as (i: number) => string)(i);

/** More rows than one range of a sheet. A PDF keeps no cells: its words stay unmasked, and its table ends with the page. */
function toRows(extension: string): Rows {
  const kinds = extension === 'pdf' ? 3 : 4;
  const rows = Array.from({ length: extension === 'pdf' ? 40 : 60 }, (_, i) => [
    `host${i}`,
    i % 5 === 1 && extension !== 'pdf' ? '' : `ops${i}`,
    toPassword(i, kinds),
    'shared',
  ]);
  return [HEADER, ...rows];
}

const FILES: MadeFiles = {
  'first.md': '# First\n',
  ...Object.fromEntries(Object.entries(TABLE_MAKERS).map(([name, make]) => [`tables/a.${name}`, make(toRows(name))])),
};
const VALUES = [
  ...new Set(
    Object.keys(TABLE_MAKERS).flatMap((name) =>
      toRows(name)
        .slice(1)
        .map((cells) => cells[2] ?? ''),
    ),
  ),
];

interface Sample {
  readonly id: string;
  readonly text: string;
  readonly secret: string;
}

/** Exports contain every chunk; the answers about them come from the same copy. */
const REF_STEP = sampleSize({ sample: 5, whole: 1 });

const toSample = (line: string): Sample => JSON.parse(line) as Sample;

/** A cell for each sample, or for each of its lines in a PDF. */
function toSampleRows(samples: readonly Sample[], extension: string): Rows {
  const toTexts = (text: string): string[] => (extension === 'pdf' ? text.split('\n') : [text]);
  const rows = samples.flatMap(({ id, text }) =>
    toTexts(text.replace(/\+\n\s*/, '+ ').trim()).map((line) => [id, line, 'x']),
  );
  return [['Topic', 'Text', 'More'], ...rows];
}

async function readExports(engine: Engine, id: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const form of ['full', 'compact', 'delta'] as const) {
    const { texts: entries } = await readExport(engine, id, { form, mask: true });
    for (const [name, text] of Object.entries(entries)) texts.set(`${form} ${name}`, text);
  }
  for (const name of TEXT_ARTIFACTS) texts.set(name, await readArtifact(engine, id, name, { mask: true }));
  for (const format of ['markdown', 'xml'] as const) {
    const options = { collectionId: id, jobId: crypto.randomUUID(), what: 'one-file', counter: 'o200k', mask: true };
    const { blob } = await engine.exportText({ ...options, format } as Parameters<Engine['exportText']>[0]);
    texts.set(`one file ${format}`, await (blob as Blob).text());
  }
  for (const mask of [true, 'collection'] as const) {
    const pack = await engine.makePack(packOf(id, { query: 'host shared', budgetTokens: 100_000, mask }));
    texts.set(`pack ${mask}`, JSON.stringify(pack));
  }
  return texts;
}

/** Returns every byte of a published folder, and the content of its blocks. */
async function readPublished(engine: Engine, id: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [name, bytes] of await publishToMap(engine, id, { mask: true })) {
    const parts = [Buffer.from(bytes).toString('latin1')];
    for (let at = 48; name.endsWith('.bin') && at < bytes.length; at += 64) {
      try {
        parts.push(inflateRawSync(bytes.subarray(at)).toString('latin1'));
      } catch {
        // No block starts here.
      }
    }
    texts.set(`published ${name}`, parts.join('\n'));
  }
  return texts;
}

/** Asks all tools in the page, and all tools of an MCP server of the published collection. Returns their answers. */
async function readAnswers(engine: Engine, id: string, queries: readonly string[]): Promise<Map<string, string>> {
  const context = { engine, listCrawls: async () => [], isAllowed: async () => true, onCall: () => undefined };
  const tools = new Map(createAgentTools(context).map((tool) => [tool.name, tool]));
  const { paths, refs } = await listPlaces(engine, id);
  const answer = paths.map((path) => `See ${path}:1-50, where it says "shared" and "Topic Text More".`).join('\n');
  const collection = { collection: id };
  const texts = await askAll(
    {
      list_collections: [{}],
      crawl_status: [collection],
      search: queries.map((query) => ({ ...collection, query, limit: 50 })),
      get_chunk: refs.map((ref) => ({ ...collection, id: ref })),
      list_outline: paths.map((path) => ({ ...collection, path })),
      list_symbols: paths.map((path) => ({ ...collection, path })),
      references: queries.map((name) => ({ ...collection, name })),
      pack_context: queries.map((query) => ({ ...collection, query, budget_tokens: 50_000 })),
      check_citations: [{ ...collection, answer }],
    } satisfies Record<AgentToolName, object[]>,
    async (name, input) => tools.get(name)?.execute(input),
  );
  const host = await startStaticHost(await publishToMap(engine, id, { mask: true }));
  try {
    const reader = await makeReader();
    const remote = await reader.openPublished(host.url);
    const served = createMcpTools(reader, remote.id);
    const places = await listPlaces(reader, remote.id);
    const ofServer = await askAll(
      {
        search: queries.map((query) => ({ query, limit: 50 })),
        read: [...places.paths.map((path) => ({ path })), ...places.refs.map((ref) => ({ ref }))],
        outline: [{}, ...places.paths.map((path) => ({ path }))],
        symbols: places.paths.map((path) => ({ path })),
        references: queries.map((name) => ({ name })),
        pack: queries.map((question) => ({ question, budget_tokens: 50_000 })),
        check_citations: [{ answer }],
      } satisfies Record<McpToolName, object[]>,
      (name, input) => (served[name as McpToolName] as (input: object) => Promise<unknown>)(input),
    );
    return new Map([...texts, ...[...ofServer].map(([name, text]) => [`server ${name}`, text] as const)]);
  } finally {
    await host.close();
  }
}

async function listPlaces(engine: Engine, id: string): Promise<{ paths: string[]; refs: string[] }> {
  const paths = (await engine.listFiles(id)).map(({ path }) => path);
  const files = await Promise.all(paths.map((path) => engine.readFile(id, path)));
  const refs = files.flatMap((file) => file?.chunks.map((chunk) => chunk.id) ?? []);
  return { paths, refs: refs.filter((_, i) => i % REF_STEP === 0) };
}

/** Asks for every page of each answer. */
async function askAll(
  inputs: Readonly<Record<string, readonly object[]>>,
  ask: (name: string, input: object) => Promise<unknown>,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [name, all] of Object.entries(inputs))
    for (const input of all) {
      let page: object | undefined = input;
      while (page !== undefined) {
        const text: string = JSON.stringify(await ask(name, page));
        texts.set(`${name} ${JSON.stringify(page)}`, text);
        const cursor: string | undefined = /"next_cursor":"(\d+)"/.exec(text)?.[1];
        page = cursor === undefined ? undefined : { ...input, cursor };
      }
    }
  return texts;
}

function findLeaks(texts: ReadonlyMap<string, string>, values: readonly string[]): string[] {
  const leaks: string[] = [];
  for (const [name, text] of texts)
    for (const value of values)
      for (const trace of new Set([value, value.toLowerCase()]))
        if (text.includes(trace))
          leaks.push(`${name}: ${trace} (${text.slice(Math.max(0, text.indexOf(trace) - 200), text.indexOf(trace))})`);
  return leaks;
}

async function makeTables(files: MadeFiles): Promise<{ engine: Engine; id: string }> {
  const { engine, id } = await makeFilled({ 'first.md': '# First\n' });
  await syncFiles(engine, id, files);
  return { engine, id };
}

/** Made once: the tests only read it. */
let tables: ReturnType<typeof makeTables> | undefined;
function getTables(): ReturnType<typeof makeTables> {
  tables ??= makeTables(FILES);
  return tables;
}

describe('a table of passwords in every format with tables', () => {
  it('leaks nothing in exports, packs and answers to agents', { timeout: 120_000 }, async () => {
    const { engine, id } = await getTables();
    const plain = await readArtifact(engine, id);
    for (const value of VALUES) expect(plain).toContain(value);
    const texts = new Map([...(await readExports(engine, id)), ...(await readAnswers(engine, id, ['host5 shared']))]);
    expect([...texts.values()].join()).toContain('host59');
    expect(findLeaks(texts, VALUES)).toEqual([]);
    expect(texts.get('index.json')).toContain('ops59');
  });

  it('leaks nothing in a published folder, and its index contains none of the passwords', async () => {
    const { engine, id } = await getTables();
    const texts = await readPublished(engine, id);
    expect([...texts.values()].join()).toContain('host59');
    expect(findLeaks(texts, VALUES)).toEqual([]);
    const host = await startStaticHost(await publishToMap(engine, id, { mask: true }));
    try {
      const reader = await makeReader();
      const remote = await reader.openPublished(host.url);
      expect((await reader.search(remote.id, 'ops58')).total).toBeGreaterThan(5);
      for (const value of VALUES) {
        expect([value, (await reader.search(remote.id, value)).total]).toEqual([value, 0]);
        expect([value, (await engine.search(id, value, { mask: true })).total]).toEqual([value, 0]);
      }
    } finally {
      await host.close();
    }
  });

  it('leaks nothing when an unmasked export is imported and then exported', async () => {
    const { engine, id } = await getTables();
    const { blob: file } = await readExport(engine, id);
    const imported = await engine.importCollection({ file, name: 'made', jobId: 'import' });
    const text = await readArtifact(engine, imported.id, 'index.json', { mask: true });
    expect(findLeaks(new Map([['index.json', text]]), VALUES)).toEqual([]);
  });

  it('leaks no token that a number format joins to a number', async () => {
    const token = `gh${'p_'}${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const other = `gh${'p_'}${'Z9y8X7w6V5'.repeat(4).slice(0, 36)}`;
    const rows = [
      ['Name', 'Amount', 'Passwort'],
      ['one', '#0:5', '#2:7'],
      ['two', '#1:5', '#2:8'],
    ];
    const formats = [`0"${token}"`, `"${other}"0`, '0" Euro"'];
    const { engine, id } = await makeTables({ 'a.xlsx': makeXlsx(rows, formats) });
    const text = await readArtifact(engine, id, 'index.json', { mask: true });
    expect(findLeaks(new Map([['index.json', text]]), [token, other])).toEqual([]);
  });

  const samples = testData.path('secrets', 'samples.jsonl');
  it.skipIf(!existsSync(samples))(
    `leaks none of 42 kinds of secrets (${testData.reason})`,
    { timeout: 120_000 },
    async () => {
      const secrets = readFileSync(samples, 'utf8').trim().split('\n').map(toSample);
      const files = Object.entries(TABLE_MAKERS).map(([name, make]) => [
        `all.${name}`,
        make(toSampleRows(secrets, name)),
      ]);
      const { engine, id } = await makeTables(Object.fromEntries(files));
      const queries = secrets.map(({ id: topic }) => topic);
      const texts = new Map([
        ...(await readExports(engine, id)),
        ...(await readPublished(engine, id)),
        ...(isWhole ? await readAnswers(engine, id, queries) : []),
      ]);
      expect(secrets.length).toBe(42);
      expect(texts.get('index.json')).toContain('aws-akid-py');
      const parts = secrets.flatMap(({ secret }) => secret.match(/[^\n]{8}/g) ?? [secret]);
      const values = parts.filter((part) => /[0-9]/.test(part));
      expect(values.length).toBeGreaterThan(100);
      expect(findLeaks(texts, values)).toEqual([]);
    },
  );

  const folder = testData.path('hostile-documents', 'creds');
  it.skipIf(!existsSync(folder))(`leaks none of five passwords in seven formats (${testData.reason})`, async () => {
    const files = Object.fromEntries(
      readdirSync(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]),
    );
    const values = ['Tr0ub4dor&3x', 'kX9vL2pQ7mZ4', 'Summer2024!', 'hunter2Hunter', 'q8Zr5Yt1Wn6Lk3Jh0Gf'];
    const { engine, id } = await makeTables(files);
    const texts = new Map([...(await readExports(engine, id)), ...(await readPublished(engine, id))]);
    expect(findLeaks(texts, values)).toEqual([]);
  });
});
