import { createEstimator, loadO200k } from '../../export/pack/count-tokens.ts';
import { makePack as fillPack, type PackedItem } from '../../export/pack/make-pack.ts';
import { toLabel } from '../../export/text/labels.ts';
import { AppError } from '../../model/app-error.ts';
import type { Chunk } from '../../model/chunk.ts';
import { LIMITS } from '../../model/limits.ts';
import { estimateChunkTokens } from '../../model/outputs/estimate-tokens.ts';
import { namesSecondary } from '../../model/secondary.ts';
import type { PackAnswer, PackItem, PackOptions, PackReason } from '../contract.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { rankQuestion } from '../search/run-search.ts';
import type { FoundChunk } from '../search/to-hit.ts';
import { type Choice, chooseChunks } from './choose/choose-chunks.ts';
import { findLinked } from './choose/find-linked.ts';
import { toPackAccount } from './choose/pack-account.ts';
import { createOutlines } from './pack-outlines.ts';
import type { PackParts } from './pack-parts.ts';
import { findOrdinals, type PackScope, readPackScope } from './pack-scope.ts';
import { createPackStep } from './pack-step.ts';
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
  const leftOut = new Set(options.leaveOut);
  const { first, allows, selected } = await readPackScope(deps, options);
  const hits = options.query === undefined ? [] : await findHits(deps, { ...options, allows }, options.query);
  await open.prepareChunks([
    ...new Set([...hits.map(({ fileIndex }) => fileIndex), ...first.map(({ ordinal }) => open.fileOfOrdinal(ordinal))]),
  ]);
  const choose = (budgetTokens: number) =>
    chooseChunks(open, hits, {
      budgetTokens,
      keepsSecondary: namesSecondary(options.filters?.path ?? []),
      without: new Set(options.without),
    });
  const choices = choose(options.budgetTokens);
  const linked =
    options.query === undefined || options.without?.includes('links')
      ? []
      : await findLinked(deps, [...first, ...choices], { ...options, query: options.query, allows });
  const candidates = takeCandidates(open, [...first, ...choices, ...linked], options);
  const matter = [...first.filter(({ why }) => why !== 'picked'), ...choices];
  const outlined = options.detail === 'signatures' ? toOutlined(open, matter, options.budgetTokens) : [];
  const files = new Set([...candidates.map(({ ordinal }) => open.fileOfOrdinal(ordinal)), ...outlined]);
  const step = createPackStep(deps.job, files.size + candidates.length);
  const texts = createPackTexts(kernel, open, { mask: options.mask === true, onFile: step });
  await texts.addFiles(files);
  step.reach(files.size);
  const reasons = new Map<string, PackReason>();
  const chunks = await texts.read(candidates.map(({ ordinal }) => ordinal));
  for (const [i, { ref }] of chunks.entries()) if (!reasons.has(ref)) reasons.set(ref, (candidates[i] as Choice).why);
  const isKept = ({ id }: Chunk): boolean => !leftOut.has(id);
  const maskOwn = (text: string): string => deps.maskQuery?.(text) ?? texts.toName(text);
  const outlines = createOutlines({ kernel, open, texts, hits, fileIndexes: outlined });
  const pack = await fillPack({
    candidates: chunks.filter(isKept),
    budgetTokens: options.budgetTokens,
    format: options.format,
    order: options.order ?? 'path',
    countTokens,
    isIncomplete: deps.isIncomplete,
    ...(options.query === undefined ? {} : { title: maskOwn(options.query) }),
    ...(options.instructions === undefined ? {} : { instructions: maskOwn(options.instructions) }),
    companions: new Set([...reasons].filter(([, why]) => why === 'head').map(([ref]) => ref)),
    findChunk: createFinder(open, texts, candidates, chunks, isKept),
    onCandidate: step,
    ...(outlined.length === 0
      ? {}
      : { outlines: { ...outlines, paths: outlines.paths.filter((path) => !leftOut.has(path)) } }),
  });
  step.reach(files.size + candidates.length);
  const { items, ...rest } = pack;
  const account = toPackAccount({
    open,
    pack,
    selected,
    budgetTokens: options.budgetTokens,
    frameChars: (options.query ?? '').length * 2 + (options.instructions ?? '').length,
    removed: new Set(await findOrdinals(deps, options.leaveOut ?? [])),
    choose: (budgetTokens) => [...first, ...choose(budgetTokens)],
  });
  return {
    ...rest,
    exact,
    files: new Set(items.flatMap((item) => ('chunk' in item ? [item.chunk.path] : []))).size,
    account,
    isIncomplete: deps.isIncomplete,
    reasons: pack.refs.map((ref) => reasons.get(ref) ?? 'between'),
    items: items.map((item) => toItem(item, reasons)),
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
    ...(filters === undefined ? {} : { filters }),
    ...(allows === undefined ? {} : { allows }),
  });
}

/** Returns as many choices as the pack may need. */
function takeCandidates(open: SearchedCollection, choices: readonly Choice[], { budgetTokens }: PackOptions): Choice[] {
  let tokens = 0;
  const end = choices.findIndex(({ ordinal, why }) => {
    if (why !== 'picked' && tokens >= budgetTokens * CANDIDATE_SHARE) return true;
    const fileIndex = open.fileOfOrdinal(ordinal);
    if (why !== 'picked')
      tokens += estimateChunkTokens(open.chunkRow(fileIndex, ordinal - (open.ordinals[fileIndex] as number)));
    return false;
  });
  return choices.slice(0, end < 0 ? choices.length : end);
}

function toOutlined(open: SearchedCollection, choices: readonly Choice[], budgetTokens: number): number[] {
  const files = new Set(choices.map(({ ordinal }) => open.fileOfOrdinal(ordinal)));
  return [...files].slice(0, MIN_OUTLINED + Math.floor(budgetTokens / 1_000));
}

/** Finds the chunks between two packed chunks of a file. */
function createFinder(
  open: SearchedCollection,
  texts: PackTexts,
  candidates: readonly Choice[],
  chunks: readonly Chunk[],
  isKept: (chunk: Chunk) => boolean,
): (path: string, chunkIndex: number) => Promise<Chunk | undefined> {
  const files = new Map(chunks.map(({ path }, i) => [path, open.fileOfOrdinal((candidates[i] as Choice).ordinal)]));
  return async (path, chunkIndex) => {
    const fileIndex = files.get(path);
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
  const { id, ref, path, start_line, end_line } = item.chunk;
  const why = reasons.get(ref) ?? 'between';
  return { key: id, ref, path, lines: [[start_line, end_line]], label: toLabel(item.chunk), why, tokens };
}
