import { createLineAt } from '../../export/artifacts/write-signatures.ts';
import type { FileOutline } from '../../export/contract.ts';
import { createEstimator, loadO200k } from '../../export/pack/count-tokens.ts';
import { makePack as fillPack, formatFrame, type Pack, type PackedItem } from '../../export/pack/make-pack.ts';
import type { LineAt } from '../../export/signatures/read-head.ts';
import { type Signature, toSignatures } from '../../export/signatures/to-signatures.ts';
import { cutChars, toCodeSpan, toLabel } from '../../export/text/labels.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { asksForTests, namesSecondary } from '../../kinds/secondary.ts';
import { pauseForEvents } from '../../lib/async/priorities.ts';
import { toHex } from '../../lib/bytes.ts';
import { estimateChunkTokens } from '../../lib/estimate-tokens.ts';
import { AppError } from '../../model/app-error.ts';
import type { Chunk } from '../../model/chunk.ts';
import { LIMITS } from '../../model/limits.ts';
import { PACK_BUDGETS, type PackAccount } from '../../model/outputs/pack.ts';
import { createPageAt, mapPlaces } from '../../places/address.ts';
import type { PackAnswer, PackItem, PackOptions, PackReason } from '../contract.ts';
import type { Job } from '../jobs.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { readOutline } from '../search/answers.ts';
import { rankQuestion } from '../search/run-search.ts';
import { rowOf, toRows } from '../search/to-chunks.ts';
import type { FoundChunk } from '../search/to-hit.ts';
import { type Choice, chooseChunks, findLinked, findTests, isFiltered, type PackParts } from './choose-chunks.ts';
import type { Neighbour, Neighbours } from './find-neighbours.ts';
import { findOrdinals, type PackScope, readPackScope } from './pack-scope.ts';
import { createPackTexts, type PackTexts } from './pack-texts.ts';

/** Candidates read, as a multiple of the budget: enough to choose from after repeats are dropped. */
const CANDIDATE_SHARE = 2;
/** Hits weighed: later ones never mattered. */
const MAX_HITS = 500;
/** Files that may be outlined, plus one per thousand tokens. */
const MIN_OUTLINED = 12;

/** Fills the budget with picked chunks first, then with those the question finds. */
export async function makePack(deps: PackParts, options: PackOptions): Promise<PackAnswer> {
  checkOptions(options);
  const { kernel, open } = deps;
  const exact = options.counter === 'o200k';
  const countTokens = options.counter === 'o200k' ? await loadO200k() : createEstimator(options.counter);
  const removed = new Set(options.leaveOut);
  const { first, allows, selected, review } = await readPackScope(deps, options);
  const hits = options.query === undefined ? [] : await findHits(deps, { ...options, allows }, options.query);
  const { query = '' } = options;
  const wantsTests = options.tests ?? asksForTests(query);
  if (wantsTests) await open.completeFiles();
  const tests = wantsTests ? await findTests(deps, hits, allows) : undefined;
  await open.prepareChunks([
    ...new Set([
      ...hits.map(({ fileIndex }) => fileIndex),
      ...(tests?.keys() ?? []),
      ...first.map(({ ordinal }) => open.fileOfOrdinal(ordinal)),
    ]),
  ]);
  const choose = (budgetTokens: number): Choice[] => [
    ...first,
    ...chooseChunks(open, hits, {
      budgetTokens,
      keepsSecondary: namesSecondary(options.filters?.path ?? []),
      tests,
      query,
      without: new Set(options.without),
    }),
  ];
  const choices = choose(options.budgetTokens);
  const linked =
    options.query === undefined || options.without?.includes('links')
      ? []
      : await findLinked(deps, choices, { ...options, query: options.query, allows });
  const hasOutlines = options.detail === 'signatures';
  // On a host, every name would be a request.
  const hasNeighbours = hasOutlines && !open.isRemote && !options.without?.includes('neighbours');
  const findNeighbours =
    options.query === undefined || !hasNeighbours || isFiltered(options.query, options.filters)
      ? undefined
      : (await import('./find-neighbours.ts')).createNeighbourFinder(deps, allows);
  const levels: Level[] = [];
  for (const budgetTokens of [...SMALLER.filter((one) => one < options.budgetTokens), options.budgetTokens]) {
    const all = budgetTokens === options.budgetTokens ? [...choices, ...linked] : choose(budgetTokens);
    const own = takeCandidates(open, all, budgetTokens);
    const neighbours = await findNeighbours?.(own, budgetTokens);
    const outlined = hasOutlines ? toOutlined(open, all, { budgetTokens, neighbours }) : [];
    levels.push({ budgetTokens, choices: own, outlined });
  }
  const ordinals = [...new Set(levels.flatMap((level) => level.choices.map(({ ordinal }) => ordinal)))];
  const outlined = levels.flatMap((level) => level.outlined.map(({ fileIndex }) => fileIndex));
  const files = new Set([...ordinals.map((ordinal) => open.fileOfOrdinal(ordinal)), ...outlined]);
  const step = createPackStep(deps.job, files.size + ordinals.length);
  const texts = createPackTexts(kernel, open, { mask: options.mask === true, onFile: step });
  await texts.addFiles([...files, ...(review?.fileIndexes ?? [])]);
  review?.collectSecrets(texts);
  step.reach(files.size);
  const chunks = new Map((await texts.read(ordinals)).map((chunk, i) => [ordinals[i] as number, chunk]));
  const toReasons = (ordered: readonly Level[]): ReadonlyMap<string, PackReason> => {
    const reasonOf = new Map<string, PackReason>();
    for (const { ordinal, why } of ordered.flatMap((level) => level.choices)) {
      const { ref } = chunks.get(ordinal) as Chunk;
      if (!reasonOf.has(ref)) reasonOf.set(ref, why);
    }
    return reasonOf;
  };
  const reasons = toReasons([...levels].reverse());
  const isKept = ({ id }: Chunk): boolean => !removed.has(id);
  const maskOwn = (text: string): string => deps.maskQuery?.(text) ?? texts.toName(text);
  const byName = new Map([...files].map((fileIndex) => [texts.toName(open.file(fileIndex).path), fileIndex]));
  const outlineParts = { kernel, open, texts, hits };
  const toLevel = (level: Level) => ({
    budgetTokens: level.budgetTokens,
    candidates: level.choices.map(({ ordinal }) => chunks.get(ordinal) as Chunk).filter(isKept),
    outlined: level.outlined
      .map((one) => ({ path: texts.toName(open.file(one.fileIndex).path), read: createOutline(outlineParts, one) }))
      .filter(({ path }) => !removed.has(path)),
  });
  const frame = {
    format: options.format,
    isIncomplete: deps.isIncomplete,
    title: options.query && maskOwn(options.query),
    instructions: options.instructions && maskOwn(options.instructions),
    citesLines: options.citesLines !== false,
  };
  const toRoom = (title: string): number =>
    options.budgetTokens - countTokens(formatFrame({ ...frame, changes: { title, text: '' } })) - BORDER_TOKENS;
  const changes = review?.write(texts, { countTokens, toRoom });
  const pack = await fillPack({
    ...frame,
    changes,
    ...toLevel(levels.at(-1) as Level),
    smaller: levels.slice(0, -1).map(toLevel),
    order: review === undefined ? options.order : 'best',
    countTokens,
    // The smallest budget decides, so that a larger one treats the same chunk the same way.
    companions: new Set([...toReasons(levels)].filter(([, why]) => why === 'head').map(([ref]) => ref)),
    findChunk: createFinder({ open, texts, byName, isKept }),
    describe: (path) => describeFile(open, texts, byName.get(path) as number),
    onCandidate: step,
  });
  step.reach(files.size + ordinals.length);
  const { items, ...rest } = pack;
  const account = toPackAccount({
    open,
    pack,
    selected,
    whole: options.files ?? [],
    budgetTokens: options.budgetTokens,
    frameChars: query.length * 2 + (options.instructions ?? '').length + (changes?.allTokens ?? 0),
    hunks: changes?.hunks,
    removed: new Set(await findOrdinals(deps, options.leaveOut ?? [])),
    choose,
  });
  const changed = (changes?.items ?? []).map(({ path }) => path);
  return {
    ...rest,
    exact,
    files: new Set([...items.flatMap((item) => ('chunk' in item ? [item.chunk.path] : [])), ...changed]).size,
    account,
    isIncomplete: deps.isIncomplete,
    reasons: pack.refs.map((ref) => reasons.get(ref) ?? 'between'),
    items: [...(changes?.items ?? []), ...items.map((item) => toItem(item, reasons))],
  };
}

/** Tokens that the borders of the changes may add to a pack. */
const BORDER_TOKENS = 16;

/** Smaller budgets whose contents a pack keeps. */
const SMALLER = [8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000];
/** The first contents of a pack with this budget. */
interface Level {
  readonly budgetTokens: number;
  readonly choices: readonly Choice[];
  readonly outlined: readonly OutlinedFile[];
}

interface OutlinedFile {
  readonly fileIndex: number;
  /** Its lines around the edit targets. */
  readonly neighbour?: Neighbour | undefined;
  /** Only those lines matter. */
  readonly isNeighbour: boolean;
}

function describeFile(open: SearchedCollection, { toName }: PackTexts, fileIndex: number) {
  const { chunkCount, tokenTotal, title, document = {} } = open.row(fileIndex);
  const { key, authors = [], year, doi } = document;
  const parts = [authors.join(', '), year === undefined ? '' : `(${year})`, title ?? '', doi ? `doi:${doi}` : ''];
  const text = toName(parts.filter(Boolean).join('. ').replaceAll('. (', ' ('));
  return {
    ...{ chunks: chunkCount, tokens: tokenTotal },
    ...(title === undefined ? {} : { title: toName(title) }),
    ...(key === undefined ? {} : { reference: { key, text } }),
  };
}

/** Checks sizes first, with a clear error: a question of a megabyte would be searched word by word. */
function checkOptions({ budgetTokens, query = '', instructions = '' }: PackOptions): void {
  if (!Number.isInteger(budgetTokens) || budgetTokens < 1 || budgetTokens > LIMITS.maxPackTokens)
    throw new AppError('engine/bad-budget', 'the token budget is out of range', {
      budget: String(budgetTokens).slice(0, 32),
      max: LIMITS.maxPackTokens,
    });
  const chars = Math.max(query.length, instructions.length);
  if (chars > LIMITS.maxQuestionChars)
    throw new AppError('engine/question-too-long', 'the question or the instructions are too long', {
      chars,
      max: LIMITS.maxQuestionChars,
    });
}

function findHits(
  { kernel, open }: PackParts,
  { filters, without = [], allows }: PackOptions & { readonly allows?: PackScope['allows'] | undefined },
  query: string,
): Promise<readonly FoundChunk[]> {
  return rankQuestion(kernel, open, query, {
    limit: MAX_HITS,
    quotes: !without.includes('quotes'),
    compounds: !without.includes('compounds'),
    filters,
    allows,
  });
}

/** Estimated share of the budget from which more of a document is no candidate if there are several: one long book would leave no other. */
const SOURCE_SHARE = 0.5;
const SEVERAL_SOURCES = 3;

/** Returns as many choices as the pack may need. */
function takeCandidates(open: SearchedCollection, choices: readonly Choice[], budgetTokens: number): Choice[] {
  const files = new Set(choices.map(({ ordinal }) => open.fileOfOrdinal(ordinal)));
  const sources = [...files].filter((fileIndex) => open.row(fileIndex).kind === 'document');
  const spent = new Map(sources.length < SEVERAL_SOURCES ? [] : sources.map((fileIndex) => [fileIndex, 0]));
  let tokens = 0;
  return choices.filter(({ ordinal, why }) => {
    if (why === 'picked') return true;
    const fileIndex = open.fileOfOrdinal(ordinal);
    const ownTokens = spent.get(fileIndex);
    if (tokens >= budgetTokens * CANDIDATE_SHARE || (ownTokens ?? 0) >= budgetTokens * SOURCE_SHARE) return false;
    const more = estimateChunkTokens(rowOf(open, ordinal));
    if (ownTokens !== undefined) spent.set(fileIndex, ownTokens + more);
    tokens += more;
    return true;
  });
}

/** Files whose outlines come before the lines around them. */
const FIRST_OUTLINED = 4;

/** Lists relevant files, best first, with their neighbours after the first ones. */
function toOutlined(
  open: SearchedCollection,
  choices: readonly Choice[],
  { budgetTokens, neighbours = new Map() }: { budgetTokens: number; neighbours: Neighbours | undefined },
): OutlinedFile[] {
  const matter = choices.filter(({ why }) => why !== 'picked' && why !== 'linked');
  const files = [...new Set(matter.map(({ ordinal }) => open.fileOfOrdinal(ordinal)))];
  const outlined = files
    .slice(0, MIN_OUTLINED + Math.floor(budgetTokens / 1_000))
    .map((fileIndex): OutlinedFile => ({ fileIndex, neighbour: neighbours.get(fileIndex), isNeighbour: false }));
  const known = new Set(outlined.map(({ fileIndex }) => fileIndex));
  const others = [...neighbours].flatMap(([fileIndex, neighbour]): OutlinedFile[] =>
    known.has(fileIndex) ? [] : [{ fileIndex, neighbour, isNeighbour: true }],
  );
  return [...outlined.slice(0, FIRST_OUTLINED), ...others, ...outlined.slice(FIRST_OUTLINED)];
}

/** Finds the chunks between two packed chunks of a file, and the rest of a file. */
function createFinder({ open, texts, byName, isKept }: Named & { readonly isKept: (chunk: Chunk) => boolean }) {
  return async (path: string, chunkIndex: number): Promise<Chunk | undefined> => {
    const fileIndex = byName.get(path);
    if (fileIndex === undefined || chunkIndex < 0 || chunkIndex >= open.file(fileIndex).chunkCount) return undefined;
    const [found] = await texts.read([(open.ordinals[fileIndex] as number) + chunkIndex]);
    return found !== undefined && isKept(found) ? found : undefined;
  };
}

function toItem(item: PackedItem, reasons: ReadonlyMap<string, PackReason>): PackItem {
  const { tokens } = item;
  if ('outline' in item) {
    const lines = item.outline.map(({ line }) => [line, line] as const);
    return { key: item.path, path: item.path, lines, label: '', why: 'outline', tokens };
  }
  const { id, ref, path, startLine, endLine } = item.chunk;
  const why = reasons.get(ref) ?? 'between';
  return { key: id, ref, path, lines: [[startLine, endLine]], label: toLabel(item.chunk), why, tokens };
}

/** Time before a pack lets other requests and a cancel in. */
const SLICE_MS = 30;

interface PackStep {
  /** Counts one file or chunk; throws `engine/cancelled`. Returns undefined while the slice lasts. */
  (): Promise<void> | undefined;
  /** Advances to at least `done`: cached files took no step. */
  reach(done: number): void;
}

/** Reports a pack's progress and lets other work in. Steps end at `total`, since a candidate may be tried several times. */
function createPackStep(job: Job | undefined, total: number): PackStep {
  job?.throwIfCancelled();
  job?.expect(total, 0);
  let done = 0;
  let sliceMs = performance.now();
  const advance = (to: number): void => {
    const next = Math.min(to, total);
    if (next <= done) return;
    job?.step({ done: next - done });
    done = next;
  };
  const pause = async (): Promise<void> => {
    await pauseForEvents();
    sliceMs = performance.now();
    job?.throwIfCancelled();
  };
  return Object.assign(
    () => {
      advance(done + 1);
      return performance.now() - sliceMs < SLICE_MS ? undefined : pause();
    },
    { reach: advance },
  );
}

interface Named {
  readonly open: SearchedCollection;
  readonly texts: PackTexts;
  /** Files by their names in the pack. */
  readonly byName: ReadonlyMap<string, number>;
}

interface OutlineParts extends Omit<Named, 'byName'> {
  readonly kernel: Kernel;
  readonly hits: readonly FoundChunk[];
}

/** Outlines a file for a pack: lines around the edit targets and lines with hits, then top-level ones, then the rest, as far as they fit [P2]. */
function createOutline(parts: OutlineParts, { fileIndex, neighbour, isNeighbour }: OutlinedFile) {
  const { open, texts, hits } = parts;
  return async (inPack: readonly Chunk[], maxTokens: number): Promise<readonly Signature[]> => {
    const outline = await readNamedOutline(parts, fileIndex);
    if (outline.headings.length + outline.symbols.length === 0) return [];
    const first = open.ordinals[fileIndex] as number;
    const ordinals = Array.from({ length: open.file(fileIndex).chunkCount }, (_, i) => first + i);
    const lineAt = outline.symbols.length === 0 ? () => undefined : createLineAt(await texts.read(ordinals));
    const isOn = (line: number, places: readonly Pick<Chunk, 'startLine' | 'endLine'>[]): boolean =>
      places.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
    const found = hits
      .filter((hit) => hit.fileIndex === fileIndex)
      .map((hit) => open.chunkRow(fileIndex, hit.chunkIndex));
    const signatures = toSignatures(outline, lineAt, findPages(open, fileIndex, texts));
    const others = signatures.filter(({ line }) => !isOn(line, inPack));
    const isNear = (line: number): boolean => neighbour?.definitions.has(line) === true;
    const uses = [...(neighbour?.uses ?? [])]
      .filter((line) => !isOn(line, inPack))
      .map((line) => writeUse(line, lineAt));
    const room = maxTokens * CHARS_PER_TOKEN - uses.reduce((sum, { text }) => sum + text.length, 0);
    const ways = isNeighbour ? [isNear] : [isNear, (line: number) => isOn(line, found)];
    const chosen = chooseLines(others, ways, { room, isWhole: !isNeighbour });
    return [...chosen, ...uses].sort((a, b) => a.line - b.line);
  };
}

const MAX_USE_CHARS = 120;

function writeUse(line: number, lineAt: LineAt): Signature {
  return { line, text: `${line} uses ${toCodeSpan(cutChars((lineAt(line) ?? '').trim(), MAX_USE_CHARS))}` };
}

function findPages(open: SearchedCollection, fileIndex: number, { toName }: PackTexts) {
  const { kind } = open.fileNames(fileIndex);
  if (kind !== 'document') return undefined;
  const rows = toRows(open, fileIndex).map((row) => ({ kind, startLine: row.startLine, ...mapPlaces(row, toName) }));
  return createPageAt(rows);
}

async function readNamedOutline({ kernel, open, texts }: OutlineParts, fileIndex: number): Promise<FileOutline> {
  const { headings, symbols } = await readOutline(kernel, open, fileIndex);
  return {
    headings: headings.map((heading) => ({ ...heading, text: texts.toName(heading.text) })),
    symbols: symbols.map((symbol) => ({ ...symbol, name: texts.toName(symbol.name) })),
  };
}

/** A rough ratio: the pack counts the exact tokens. */
const CHARS_PER_TOKEN = 3;

function chooseLines(
  all: readonly Signature[],
  isFirst: readonly ((line: number) => boolean)[],
  { room: maxChars, isWhole }: { readonly room: number; readonly isWhole: boolean },
): Signature[] {
  const parents = toParents(all);
  const chosen = new Set<number>();
  let room = maxChars;
  /** Includes the enclosing lines, which name what it belongs to. */
  const choose = (index: number): void => {
    const lines: number[] = [];
    for (let at: number | undefined = index; at !== undefined && !chosen.has(at); at = parents[at]) lines.push(at);
    const chars = lines.reduce((sum, at) => sum + (all[at] as Signature).text.length + 1, 0);
    if (chars > room) return;
    room -= chars;
    for (const at of lines) chosen.add(at);
  };
  for (const test of isFirst) for (const [i, { line }] of all.entries()) if (test(line)) choose(i);
  if (isWhole) {
    for (const i of all.keys()) if (parents[i] === undefined) choose(i);
    for (const i of all.keys()) choose(i);
  }
  return all.filter((_, i) => chosen.has(i));
}

/** Returns each line's parent: the nearest line above with less indentation. */
function toParents(all: readonly Signature[]): (number | undefined)[] {
  const open: number[] = [];
  return all.map(({ text }, i) => {
    const depth = (text.length - text.trimStart().length) / 2;
    open.length = Math.min(open.length, depth);
    const parent = open.at(-1);
    open.push(i);
    return parent;
  });
}

interface AccountInput {
  readonly open: SearchedCollection;
  readonly pack: Pick<Pack, 'items'>;
  readonly budgetTokens: number;
  /** Characters of the question and the instructions. */
  readonly frameChars: number;
  /** Selected files, if no question ranks their chunks. */
  readonly selected: readonly number[];
  /** Paths of files that are always included. */
  readonly whole: readonly string[];
  /** Ordinals of chunks removed by hand. */
  readonly removed: ReadonlySet<number>;
  /** Hunks of a review, which count as matches. */
  readonly hunks?: { readonly all: number; readonly missing: number } | undefined;
  /** Returns the candidates for a pack with this budget, best first. */
  readonly choose: (budgetTokens: number) => readonly Choice[];
}

const MATCHES: ReadonlySet<PackReason> = new Set(['picked', 'hit', 'selected', 'changed', 'uses']);
/** Tokens of a chunk's heading and fence. */
const CHUNK_FRAME_TOKENS = 30;
/** Share of a budget available to chunks: a tenth is reserved for outlines, and the need is an estimate. */
const SAFE_SHARE = 0.85;

/** Counts the matches and those that did not fit, and finds the budget that fits all of them. */
function toPackAccount(input: AccountInput): PackAccount {
  const { open, pack, selected, removed, budgetTokens, hunks = { all: 0, missing: 0 } } = input;
  const packed = new Set(pack.items.flatMap((item) => ('chunk' in item ? [item.chunk.contentHash] : [])));
  const choices = input.choose(budgetTokens);
  const known = new Set(choices.map(({ ordinal }) => open.fileOfOrdinal(ordinal)));
  const hashOf = (ordinal: number): string =>
    known.has(open.fileOfOrdinal(ordinal)) ? toHex(rowOf(open, ordinal).contentHash) : String(ordinal);
  const isIn = (ordinal: number): boolean => removed.has(ordinal) || packed.has(hashOf(ordinal));
  const chunksOf = (fileIndex: number): number[] => {
    const first = open.ordinals[fileIndex] as number;
    return Array.from({ length: (open.ordinals[fileIndex + 1] as number) - first }, (_, i) => first + i);
  };
  const asked = [
    ...choices.filter(({ why }) => MATCHES.has(why)).map(({ ordinal }) => ordinal),
    ...selected.flatMap(chunksOf),
  ].filter((ordinal) => !removed.has(ordinal));
  const matches = new Map(asked.map((ordinal) => [hashOf(ordinal), ordinal]));
  const missing = hunks.missing + [...matches.values()].filter((ordinal) => !isIn(ordinal)).length;
  const enoughTokens = missing === 0 ? undefined : findBudget(input);
  const files = selected.map(chunksOf).filter((chunks) => chunks.length > 0);
  const cut = input.whole.flatMap((path) => {
    const fileIndex = open.findFileIndex(path);
    if (fileIndex === undefined || chunksOf(fileIndex).every(isIn)) return [];
    return [{ path, tokens: open.row(fileIndex).tokenTotal }];
  });
  return {
    matches: hunks.all + matches.size,
    missing,
    enoughTokens,
    ...(cut.length === 0 ? {} : { cut }),
    ...(files.length === 0
      ? {}
      : { selected: { files: files.length, whole: files.filter((chunks) => chunks.every(isIn)).length } }),
  };
}

/** A question has matches without end: only the next budget is worth an offer. */
function findBudget(input: AccountInput): number | undefined {
  const { budgetTokens, selected } = input;
  const larger = PACK_BUDGETS.filter((budget) => budget > budgetTokens);
  const fits = (need: number, budget: number): boolean => need <= budget * SAFE_SHARE;
  if (selected.length > 0) return larger.find((budget) => fits(estimateFiles(input), budget));
  return larger.slice(0, 1).find((budget) => fits(estimateMatches(input, budget), budget));
}

function estimateFiles(input: AccountInput): number {
  const { open, selected } = input;
  const picked = input.choose(input.budgetTokens).filter(({ why }) => why === 'picked').length;
  const sum = selected.reduce((total, fileIndex) => {
    const { chunkCount, tokenTotal } = open.row(fileIndex);
    return total + tokenTotal + (chunkCount + 1) * CHUNK_FRAME_TOKENS;
  }, picked * CHUNK_FRAME_TOKENS);
  return input.frameChars + sum * toTokensPerEstimate(input);
}

/** Sums all chunks ranked up to the last match: they take tokens even if they are not matches. */
function estimateMatches(input: AccountInput, budgetTokens: number): number {
  const choices = input.choose(budgetTokens);
  const end = choices.findLastIndex(({ why }) => MATCHES.has(why)) + 1;
  const sum = choices.slice(0, end).reduce((total, { ordinal }) => total + estimateChunk(input.open, ordinal), 0);
  return input.frameChars + sum * toTokensPerEstimate(input);
}

function estimateChunk(open: SearchedCollection, ordinal: number): number {
  return estimateChunkTokens(rowOf(open, ordinal)) + CHUNK_FRAME_TOKENS;
}

/** Ratio of counted to estimated tokens in the pack. */
function toTokensPerEstimate({ pack }: AccountInput): number {
  let tokens = 0;
  let estimate = 0;
  for (const item of pack.items) {
    if (!('chunk' in item)) continue;
    tokens += item.tokens;
    estimate += item.chunk.tokenEstimate + CHUNK_FRAME_TOKENS;
  }
  return estimate === 0 ? 1.5 : Math.max(1, tokens / estimate);
}
