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
  const gone = await findGone(deps, before, after, changed);
  await texts.add(states.snapshotId, readTexts(deps, before, changed, gone));
}

/** Hashes of chunks of `changed` that no chunk of the state after has. Of all others only the hashes are looked at: there may be a million. */
async function findGone(
  { kernel }: EngineDeps,
  before: Generation,
  after: Generation,
  changed: readonly FileEntry[],
): Promise<Set<string>> {
  const gone = new Set<string>();
  const beginnings = new Set<number>();
  for (const entry of changed) {
    for (const { contentHash } of kernel.readLeaf(await readSpan(before, entry.leaf)).chunks) {
      gone.add(toHex(contentHash));
      beginnings.add(readBeginning(contentHash, 0));
    }
  }
  await withChunkPlaces(after, async (places) => {
    for (const hashes of places.hashes()) {
      for (let at = 0; at < hashes.length; at += HASH_BYTES) {
        if (beginnings.has(readBeginning(hashes, at))) gone.delete(toHex(hashes.subarray(at, at + HASH_BYTES)));
      }
    }
  });
  return gone;
}

const HASH_BYTES = 32;

/** Four bytes tell nearly all hashes apart without a string for each. */
function readBeginning(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

function readSpan(generation: Generation, { bundle, start, end }: FileEntry['leaf']): Promise<Uint8Array> {
  return generation.read(findFile(generation, bundle), start, end);
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
  gone: ReadonlySet<string>,
): AsyncGenerator<ReplacedText> {
  const rowsOf = async (entry: FileEntry): Promise<readonly ChunkRow[]> =>
    kernel
      .readLeaf(await readSpan(generation, entry.leaf))
      .chunks.filter(({ contentHash }) => gone.has(toHex(contentHash)));
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
    const contents = await readSpan(generation, entry.contents);
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
