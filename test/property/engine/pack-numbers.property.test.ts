import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, PackAnswer, PackOptions } from '../../../src/engine/contract.ts';
import type { Collection } from '../../../src/model/collection.ts';
import { NO_PACK, type PackDraft } from '../../../src/model/outputs/pack-draft.ts';
import { NO_SELECTION, type PickedChunk, type Selection } from '../../../src/model/outputs/selection.ts';
import { addPick, removeItem } from '../../../src/selection/pack-draft.ts';
import { toScope } from '../../../src/selection/scope.ts';
import { toPackRequest } from '../../../src/ui/state/pack.ts';
import type { Preferences } from '../../../src/ui/state/preferences.ts';
import { describePack } from '../../../src/ui/text/describe-pack.ts';
import { makeCollection, makeEngine } from '../../support/make-engine.ts';
import { sampleSize } from '../../support/sample-size.ts';

const FOLDERS = ['docs/', 'src/', 'tests/'];
const PATHS = Array.from({ length: 9 }, (_, i) => `${FOLDERS[i % 3]}file-${i}.md`);
/** Every chunk is long enough to be one, and like no other. */
const toText = (n: number): string =>
  [1, 2, 3]
    .map((part) => `# Part ${part} of ${n}\n\n${`Heron ${n}.${part} wades in lake ${n * part}. `.repeat(12 + n * 4)}\n`)
    .join('\n');

interface Chunk {
  readonly id: string;
  readonly path: string;
  readonly content_hash: string;
}

/** Steps of a person: chunks added and removed by their place in the collection, files ticked, a question, a budget. */
const state = fc.record({
  added: fc.uniqueArray(fc.nat(26), { maxLength: 4 }),
  removed: fc.uniqueArray(fc.nat(26), { maxLength: 3 }),
  saved: fc.uniqueArray(fc.nat(26), { maxLength: 2 }),
  ticked: fc.uniqueArray(fc.constantFrom(...PATHS, ...FOLDERS), { maxLength: 3 }),
  exclude: fc.constantFrom([], ['tests/**'], ['*-4.md']),
  query: fc.constantFrom('', 'heron', 'lake 6', 'wades part'),
  instructions: fc.constantFrom('', 'Answer in one sentence.'),
  budgetTokens: fc.constantFrom(100, 700, 2_500, 8_000, 32_000),
  everything: fc.boolean(),
  isTogether: fc.boolean(),
  format: fc.constantFrom('markdown' as const, 'xml' as const),
});
type State = typeof state extends fc.Arbitrary<infer T> ? T : never;

let engine: Engine;
let collection: Collection;
let chunks: readonly Chunk[];
const preferences = { budgetTokens: 32_000, packFormat: 'markdown', packCounter: 'o200k' } as Preferences;

beforeAll(async () => {
  engine = (await makeEngine()).engine;
  const id = await makeCollection(engine, Object.fromEntries(PATHS.map((path, i) => [path, toText(i)])));
  await makeCollection(engine, { 'other.md': '# Other\n\nA heron of another lake.\n' });
  collection = (await engine.listCollections()).find((one) => one.id === id) as Collection;
  chunks = await readChunks(toScope(NO_SELECTION));
  expect(chunks.length).toBeGreaterThan(26);
});

/** The chunks that an export of the scope has. */
async function readChunks(selection: ReturnType<typeof toScope>): Promise<readonly Chunk[]> {
  const blob = await engine.exportArtifact(collection.id, 'chunks.jsonl', { mask: false, selection });
  const lines = (await blob.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Chunk).filter(({ id }) => id !== undefined);
}

function toPick(index: number): PickedChunk {
  const { id, path, content_hash } = chunks[index] as Chunk;
  return { id, path, label: path, tokens: 1, content_hash };
}

function toSelection({ ticked, exclude, saved }: State): Selection {
  return { ...NO_SELECTION, paths: ticked, exclude, picks: saved.map(toPick) };
}

function toDraft({ added, removed, query, instructions, budgetTokens, everything, format }: State): PackDraft {
  const filled = added.map(toPick).reduce(addPick, NO_PACK);
  const left = removed.reduce((draft, index) => removeItem(draft, toPick(index).id), filled);
  return { ...left, query, instructions, budgetTokens, everything, format };
}

const toWanted = (setting: { draft: PackDraft; selection: Selection; isTogether: boolean }, ids: readonly string[]) =>
  toPackRequest({ collection, ...setting, preferences, searched: '', together: setting.isTogether ? ids : undefined });

/** The matches of a pack without a question: chunks of the selection and added chunks, without the removed ones. */
async function listAsked({ selection, picks = [], leaveOut = [] }: PackOptions): Promise<Set<string>> {
  const added = [...picks, ...(selection?.picks ?? []).map(({ id }) => id)];
  const isBounded = selection !== undefined && selection.paths.length + selection.exclude.length > 0;
  const whole =
    isBounded || (selection !== undefined && added.length === 0) ? await readChunks({ ...selection, picks: [] }) : [];
  const ids = new Set([...added, ...whole.map(({ id }) => id)]);
  return new Set([...ids].filter((id) => !leaveOut.includes(id)));
}

function checkContents(answer: PackAnswer, budgetTokens: number): void {
  const { items, tokens, account, refs } = answer;
  const whole = items.filter(({ why }) => why !== 'outline');
  expect(tokens).toBeLessThanOrEqual(budgetTokens);
  expect(whole).toHaveLength(answer.chunks);
  expect(refs).toHaveLength(answer.chunks);
  expect(new Set(whole.map(({ collection: of, path }) => `${of} ${path}`)).size).toBe(answer.files);
  expect(account.missing).toBeLessThanOrEqual(account.matches);
  const matches = whole.filter(({ why }) => ['picked', 'hit', 'selected'].includes(why)).length;
  expect(matches).toBeLessThanOrEqual(account.matches - account.missing);
  expect(account.matches - account.missing).toBeLessThanOrEqual(answer.chunks);
}

const readNumbers = (text: string): number[] =>
  [...text.matchAll(/\d[\d,]*/g)].map(([n]) => Number(n.replaceAll(',', '')));

describe('[P4] [P6] the numbers of a pack, its selection and an export', () => {
  it('agree, whatever was added, removed, ticked, asked and budgeted', async () => {
    const ids = (await engine.listCollections()).map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(state, async (made) => {
        const selection = toSelection(made);
        const draft = toDraft(made);
        const { isTogether } = made;
        const { options, key, budgetTokens } = toWanted({ draft, selection, isTogether }, ids);

        // Selection and Export: the same files and chunks, with or without what was added to the pack.
        const facts = await engine.describeSelection(collection.id, toScope(selection));
        const exported = await readChunks(toScope(selection));
        expect(exported).toHaveLength(facts.chunks);
        expect(new Set(exported.map(({ path }) => path)).size).toBe(facts.files);

        if (options === undefined) return;
        if (!isTogether) expect({ ...options.selection, picks: [] }).toEqual({ ...toScope(selection), picks: [] });
        const answer = await engine.makePack(options);
        checkContents(answer, budgetTokens);
        if (options.query === undefined) expect(answer.account.matches).toBe((await listAsked(options)).size);

        // Header and Pack: one answer for one key, in one set of words.
        const numbers = describePack(answer, budgetTokens);
        const outlines = answer.items.filter(({ why }) => why === 'outline').length;
        expect(answer.outlines).toBe(outlines);
        const counted = [answer.chunks, answer.files, ...(outlines > 0 ? [outlines] : [])];
        expect(readNumbers(numbers.contents)).toEqual([...counted, answer.tokens, budgetTokens]);
        const { chunks: count, files } = answer;
        const written = new RegExp(
          `Files: ${files} \\(\\d+ whole\\), chunks: ${count}${outlines > 0 ? `, outlines: ${outlines}` : ''}\\D`,
        );
        if (answer.items.length > 0) expect(answer.text).toMatch(written);
        expect(numbers.missing === undefined && numbers.filesMissing === undefined).toBe(answer.account.missing === 0);
        expect(toWanted({ draft: { ...draft }, selection: { ...selection }, isTogether }, ids).key).toBe(key);

        // The budget that is offered holds everything.
        const { enoughTokens } = answer.account;
        if (enoughTokens === undefined) return;
        expect(enoughTokens).toBeGreaterThan(budgetTokens);
        const larger = await engine.makePack({ ...options, budgetTokens: enoughTokens });
        expect(larger.account.missing).toBe(0);
      }),
      { numRuns: sampleSize({ sample: 25, whole: 200 }) },
    );
  });
});
