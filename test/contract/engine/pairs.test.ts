import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { isAppError } from '../../../src/model/app-error.ts';
import { describeProblem, loadProblems } from '../../../src/ui/words/describe-problem.ts';
import { ingestFiles } from '../../support/make-engine.ts';
import { sampleSize } from '../../support/sample-size.ts';
import { openTabs, type Tab } from './two-tabs.ts';

beforeAll(loadProblems);

const SITE = { name: 'docs.example.org', url: 'https://docs.example.org/' };
/** Two calls in one tab wait for the same lock as two tabs. Fourteen actions to a row: every ninth pair meets each of them in both places. */
const ONE_TAB_EVERY = sampleSize({ sample: 9, whole: 1 });
const PAGE = { path: 'home.md', bytes: new TextEncoder().encode('# Home\n\nquince\n'), meta: {} };

interface Subject {
  readonly id: string;
  /** An export of it. */
  readonly zip: Blob;
}

type Act = (tab: Tab, subject: Subject, jobId: string) => Promise<unknown>;

/** Every action on one collection. */
const ACTIONS: Readonly<Record<string, Act>> = {
  'add a source': ({ engine }, { id }) => ingestFiles(engine, id, { 'new.md': '# New\n\nmedlar\n' }, { name: 'added' }),
  'sync a source': ({ engine }, { id }) =>
    ingestFiles(engine, id, { 'a.md': '# A\n', 'more.md': '# More\n\nsorb\n' }, { sourceId: 'made' }),
  'remove that source': ({ engine }, { id }) => engine.removeSource(id, 'made'),
  rename: ({ engine }, { id }) => engine.renameCollection(id, 'renamed'),
  'change settings': ({ engine }, { id }, jobId) => engine.changeSettings(id, { stemming: false }, jobId),
  duplicate: ({ engine }, { id }) => engine.duplicateCollection(id, 'copy'),
  delete: ({ engine }, { id }) => engine.deleteCollection(id),
  'undo a deletion': ({ engine }, { id }) => engine.undeleteCollection(id),
  'crawl or refresh a site': async ({ sites }, { id }) => {
    await sites.keepPages(id, SITE.name, [PAGE]);
    await sites.finishSite(id, SITE.name, { isComplete: true });
  },
  export: ({ engine }, { id }, jobId) => engine.exportZip({ collectionId: id, jobId, form: 'full', mask: true }),
  import: ({ engine }, { zip }, jobId) => engine.importCollection({ file: zip, name: 'again', jobId }),
  pack: ({ engine }, { id }) =>
    engine.makePack({
      ...{ collectionId: id, query: 'oak', budgetTokens: 500, mask: true },
      ...{ format: 'markdown', counter: 'other' },
    }),
  search: ({ engine }, { id }) => engine.search(id, 'oak'),
  check: ({ engine }, { id }, jobId) => engine.verify(id, jobId),
};

type Symbol = '·' | 'w' | 'e' | 's' | 'd';

interface Ends {
  readonly first: string;
  readonly second: string;
  readonly endOfFirst: string;
  readonly endOfSecond: string;
}

/** Outcome of two actions, the second started while the first runs. */
async function runPair(first: string, second: string, place: 'one tab' | 'two tabs'): Promise<Symbol> {
  const tabs = await openTabs();
  const subject = await makeSubject(tabs.first, { isExported: first === 'import' || second === 'import' });
  const open = tabs.hold();
  const a = start(ACTIONS[first] as Act, tabs.first, subject, 'job-a');
  await until(() => a.isOver || tabs.held > 0);
  const { held } = tabs;
  const b = start(ACTIONS[second] as Act, place === 'one tab' ? tabs.first : tabs.second, subject, 'job-b');
  await until(() => b.isOver || tabs.held > held || tabs.waits > 0);
  const hasWaited = tabs.waits > 0;
  open();
  const ends = { first, second, endOfFirst: await a.end, endOfSecond: await b.end };
  await checkNothingLost(tabs.first, subject.id, ends);
  return toSymbol(ends, hasWaited);
}

function start(
  act: Act,
  tab: Tab,
  subject: Subject,
  jobId: string,
): { readonly isOver: boolean; end: Promise<string> } {
  const started = { isOver: false, end: act(tab, subject, jobId).then(() => 'done', toCode) };
  void started.end.then(() => {
    started.isOver = true;
  });
  return started;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve));
}

function toSymbol({ first, second, endOfFirst, endOfSecond }: Ends, hasWaited: boolean): Symbol {
  const context = `${first}, then ${second}`;
  if (endOfFirst !== 'done') {
    expect([context, endOfFirst]).toEqual([context, 'engine/deleted']);
    return 'e';
  }
  if (endOfSecond === 'engine/unknown-source') return 's';
  if (endOfSecond === 'engine/unknown-collection' || endOfSecond === 'store/not-found') return 'd';
  expect([context, endOfSecond]).toEqual([context, 'done']);
  return hasWaited ? 'w' : '·';
}

/** Accepts only an `AppError` with its own sentence. */
function toCode(error: unknown): string {
  if (!isAppError(error)) throw error;
  expect(describeProblem({ ...error, message: error.message })).not.toContain(error.code);
  return error.code;
}

async function makeSubject({ engine, sites }: Tab, { isExported }: { isExported: boolean }): Promise<Subject> {
  const { id } = await engine.createCollection({ name: 'subject' });
  await ingestFiles(engine, id, { 'a.md': '# A\n\noak\n' });
  await ingestFiles(engine, id, { 'o.md': '# O\n\nelm\n' }, { name: 'other' });
  await sites.addSite(id, SITE);
  if (!isExported) return { id, zip: new Blob() };
  const { blob } = await engine.exportZip({ collectionId: id, jobId: 'zip', form: 'full', mask: false });
  return { id, zip: blob as Blob };
}

/** Checks that every successful change is there, unless the other action removed it, and that everything else is untouched. */
async function checkNothingLost({ engine }: Tab, id: string, ends: Ends): Promise<void> {
  await engine.undeleteCollection(id);
  const wasDone = (name: string): boolean =>
    (ends.first === name && ends.endOfFirst === 'done') || (ends.second === name && ends.endOfSecond === 'done');
  const paths = (await engine.listFiles(id)).map(({ path }) => path);
  const isRemoved = wasDone('remove that source');
  const expected = [
    'other/o.md',
    ...(isRemoved ? [] : ['made/a.md']),
    ...(wasDone('add a source') ? ['added/new.md'] : []),
    ...(wasDone('sync a source') && !isRemoved ? ['made/more.md'] : []),
    ...(wasDone('crawl or refresh a site') ? [`${SITE.name}/home.md`] : []),
  ];
  expect([ends, paths]).toEqual([ends, expect.arrayContaining(expected)]);
  const collection = (await engine.listCollections()).find((other) => other.id === id);
  expect(collection?.name).toBe(wasDone('rename') ? 'renamed' : 'subject');
  expect(collection?.settings.stemming).toBe(!wasDone('change settings'));
  expect((await engine.search(id, 'elm')).hits.map(({ path }) => path)).toEqual(['other/o.md']);
  expect(await engine.verify(id, 'check-at-the-end')).toEqual({ damaged: [], repaired: [] });
}

function readTable(path: string): string {
  const lines = readFileSync(path, 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith('| running \\ begun |'));
  return lines.slice(first, first + 2 + Object.keys(ACTIONS).length).join('\n');
}

describe('two actions on one collection, started together', () => {
  it('both end, or the second says why not, as the table in docs/reliability.md says; nothing is lost', async () => {
    const names = Object.keys(ACTIONS);
    const rows: string[] = [];
    let pairs = 0;
    for (const first of names) {
      const cells: string[] = [];
      for (const second of names) {
        const symbol = await runPair(first, second, 'two tabs');
        cells.push(symbol);
        if (pairs++ % ONE_TAB_EVERY !== 0) continue;
        expect([first, second, await runPair(first, second, 'one tab')]).toEqual([first, second, symbol]);
      }
      rows.push(`| ${first} | ${cells.join(' | ')} |`);
    }
    const head = `| running \\ begun | ${names.join(' | ')} |\n|---|${names.map(() => '---|').join('')}`;
    const table = [head, ...rows].join('\n');
    expect(readTable('docs/reliability.md')).toBe(table);
  }, 300_000);
});
