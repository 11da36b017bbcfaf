import { toWordFilter } from '../../citations/word-filter.ts';
import type { ChunkRow } from '../../kernel/contract.ts';
import { chunkId } from '../../kernel/identity.ts';
import { compareUtf8, fromUtf8, toHex } from '../../lib/bytes.ts';
import type { Generation } from '../../store/contract.ts';
import { withChunkPlaces } from '../collection/chunk-places.ts';
import type { EngineDeps } from '../deps.ts';
import { type OpenFileTable, readFileTable } from '../file-table/decode-file-table.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { findFile } from '../shards/load-leaves.ts';
import type { ReplacedText, ReplacedTexts } from './replaced-texts.ts';

export interface Replacement {
  /** Of the state before. */
  readonly snapshotId: string;
  readonly before: Generation;
  readonly after: Generation;
}

/** Keeps the texts of chunks that the state before had and the one after has not. Files are compared by hash: of one that stays nothing is read. */
export async function keepReplaced(deps: EngineDeps, texts: ReplacedTexts, states: Replacement): Promise<void> {
  const { before, after } = states;
  const changed = listChanged(await readFileTable(before), await readFileTable(after));
  if (changed.length === 0) return;
  const present = await withChunkPlaces(after, async (places) => {
    const hashes = new Set<string>();
    for (const file of places.files()) for (const { contentHash } of file.places) hashes.add(toHex(contentHash));
    return hashes;
  });
  await texts.add(states.snapshotId, readTexts(deps, before, changed, present));
}

/** Files of the first that the second has not, or has with other bytes; in path order. */
function listChanged(before: OpenFileTable, after: OpenFileTable): FileEntry[] {
  const changed: FileEntry[] = [];
  const others = after.walk();
  let other = others.next();
  for (const entry of before.walk()) {
    while (!other.done && compareUtf8(other.value.path, entry.path) < 0) other = others.next();
    const same = !other.done && other.value.path === entry.path ? other.value : undefined;
    const isSame = same !== undefined && toHex(same.sha256) === toHex(entry.sha256);
    if (!isSame && entry.refused === undefined && entry.chunkCount > 0) changed.push(entry);
  }
  return changed;
}

/** Each text once, with all the places it had in the files that changed. */
async function* readTexts(
  { kernel }: EngineDeps,
  generation: Generation,
  entries: readonly FileEntry[],
  present: ReadonlySet<string>,
): AsyncGenerator<ReplacedText> {
  const read = ({ bundle, start, end }: FileEntry['leaf']): Promise<Uint8Array> =>
    generation.read(findFile(generation, bundle), start, end);
  const rowsOf = async (entry: FileEntry): Promise<readonly ChunkRow[]> =>
    kernel.readLeaf(await read(entry.leaf)).chunks.filter(({ contentHash }) => !present.has(toHex(contentHash)));
  const places = new Map<string, ReplacedText['places'][number][]>();
  for (const entry of entries) {
    const { path, sourceId: source } = entry;
    for (const { contentHash, occurrence, startLine, endLine } of await rowsOf(entry)) {
      const id = toHex(chunkId(kernel, path, contentHash, occurrence));
      const own = places.get(toHex(contentHash));
      const place = { id, path, source, lines: [startLine, endLine] as const };
      if (own === undefined) places.set(toHex(contentHash), [place]);
      else own.push(place);
    }
  }
  for (const entry of entries) {
    const rows = (await rowsOf(entry)).filter(({ contentHash }) => places.has(toHex(contentHash)));
    if (rows.length === 0) continue;
    const contents = await read(entry.contents);
    for (const { contentHash, startByte, endByte } of rows) {
      const hash = toHex(contentHash);
      const own = places.get(hash);
      if (own === undefined) continue;
      places.delete(hash);
      const bytes = contents.subarray(startByte, endByte);
      // What a chunk says of itself is not always the hash of its bytes: that of an import is what it came with.
      yield { hash: toHex(kernel.sha256(bytes)), bytes, filter: toWordFilter(fromUtf8(bytes)), places: own };
    }
  }
}
