import { toWordFilter } from '../../citations/word-filter.ts';
import type { ChunkRow } from '../../kernel/contract.ts';
import { chunkId } from '../../kernel/identity.ts';
import { compareUtf8, fromUtf8, toHex } from '../../lib/bytes.ts';
import type { Generation } from '../../store/contract.ts';
import { readChunkPlaces } from '../collection/snapshots.ts';
import type { EngineDeps } from '../deps.ts';
import { type OpenFileTable, readFileTable } from '../file-table/decode-file-table.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import { readSpan } from '../shards/build-shards.ts';
import type { ReplacedText, ReplacedTexts } from './replaced-texts.ts';

export interface Replacement {
  /** Id of the snapshot before the change. */
  readonly snapshotId: string;
  readonly before: Generation;
  readonly after: Generation;
}

/** Keeps the texts of chunks that are gone after a change. Compares files by hash, so that unchanged ones are not read. */
export async function keepReplaced(deps: EngineDeps, texts: ReplacedTexts, states: Replacement): Promise<void> {
  const { before, after } = states;
  const changed = listChanged(await readFileTable(before), await readFileTable(after));
  if (changed.length === 0) return;
  const gone = await findGone(deps, before, after, changed);
  await texts.add(states.snapshotId, readTexts(deps, before, changed, gone));
}

/** Returns the hashes of chunks in `changed` that no later chunk has. Compares hashes only: there may be a million chunks. */
async function findGone(
  { kernel }: EngineDeps,
  before: Generation,
  after: Generation,
  changed: readonly FileEntry[],
): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const entry of changed) {
    for (const { contentHash } of kernel.readLeaf(await readSpan(before, entry.leaf)).chunks)
      gone.add(toHex(contentHash));
  }
  for (const hashes of (await readChunkPlaces(after)).hashes()) {
    for (let at = 0; at < hashes.length; at += HASH_BYTES) gone.delete(toHex(hashes.subarray(at, at + HASH_BYTES)));
  }
  return gone;
}

const HASH_BYTES = 32;

/** Lists files that are missing or different in the later table, in path order. */
function listChanged(before: OpenFileTable, after: OpenFileTable): FileEntry[] {
  const changed: FileEntry[] = [];
  const others = after.entries[Symbol.iterator]();
  let other = others.next();
  for (const entry of before.entries) {
    while (!other.done && compareUtf8(other.value.path, entry.path) < 0) other = others.next();
    const same = !other.done && other.value.path === entry.path ? other.value : undefined;
    const isSame = same !== undefined && toHex(same.sha256) === toHex(entry.sha256);
    if (!isSame && entry.refused === undefined && entry.chunkCount > 0) changed.push(entry);
  }
  return changed;
}

/** Yields each text once, with all its places in the changed files. */
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
      // A chunk's own hash is not always of its bytes: an import keeps the one it came with.
      yield { hash: toHex(kernel.sha256(bytes)), bytes, filter: toWordFilter(fromUtf8(bytes)), places: own };
    }
  }
}
