import type { Filters } from '../../../model/hit.ts';
import { estimateChunkTokens } from '../../../model/outputs/estimate-tokens.ts';
import { hasFilters } from '../../../search/filters.ts';
import { parseQuery } from '../../../search/parse-query.ts';
import type { SearchedCollection } from '../../open/faces.ts';
import { readLeafOf } from '../../search/answers.ts';
import { getResolver } from '../../search/list-links.ts';
import type { PackParts } from '../pack-parts.ts';
import type { Choice } from './choose-chunks.ts';

/** Best notes whose links are followed, and links followed in each. */
const MAX_NOTES = 5;
const MAX_LINKS = 20;
/** Estimated share of the budget up to which room is left: matches that turn out longer still fit. */
const ROOM_SHARE = 0.7;

export interface LinkedOptions {
  readonly query: string;
  readonly filters?: Filters | undefined;
  readonly budgetTokens: number;
  /** Whether a file may be used. Unset: all files. */
  readonly allows?: ((fileIndex: number) => boolean) | undefined;
}

/** Returns the first chunks of the files that the best notes link to, if the choices leave room for them. Filters exclude what they would not find. */
export async function findLinked(
  { kernel, open }: PackParts,
  choices: readonly Choice[],
  { query, filters = {}, budgetTokens, allows }: LinkedOptions,
): Promise<Choice[]> {
  const typed = parseQuery(query);
  if ([filters, typed.filters, typed.minusFilters].some(hasFilters)) return [];
  // A linked file may be in no shard yet.
  if (open.incomplete || isFilled(open, choices, budgetTokens)) return [];
  const chosen = new Set(choices.map(({ ordinal }) => open.fileOfOrdinal(ordinal)));
  const notes = [...chosen].filter((fileIndex) => open.row(fileIndex).kind === 'markdown').slice(0, MAX_NOTES);
  const found = new Set<number>();
  for (const { path } of notes.map((fileIndex) => open.row(fileIndex))) {
    const links = (await readLeafOf(kernel, open, path))?.leaf.links ?? [];
    if (links.length === 0) continue;
    await open.completeFiles();
    for (const { target } of links.slice(0, MAX_LINKS)) {
      const to = open.findFileIndex(getResolver(open)(path, target) ?? '');
      if (to !== undefined && !chosen.has(to) && allows?.(to) !== false) found.add(to);
    }
  }
  const files = [...found].filter((fileIndex) => open.row(fileIndex).chunk_count > 0);
  await open.prepareChunks(files);
  return files.map((fileIndex) => ({ ordinal: open.ordinals[fileIndex] as number, why: 'linked' }));
}

function isFilled(open: SearchedCollection, choices: readonly Choice[], budgetTokens: number): boolean {
  let tokens = 0;
  return choices.some(({ ordinal }) => {
    const fileIndex = open.fileOfOrdinal(ordinal);
    tokens += estimateChunkTokens(open.chunkRow(fileIndex, ordinal - (open.ordinals[fileIndex] as number)));
    return tokens > budgetTokens * ROOM_SHARE;
  });
}
