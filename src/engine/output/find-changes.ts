import { diffLines, type Hunk, type NumberedLines } from '../../export/delta/unified-diff.ts';
import { toBaseName } from '../../lib/base-name.ts';
import { compareUtf8, toHex } from '../../lib/bytes.ts';
import type { Snapshot, SnapshotChunk } from '../../model/snapshot.ts';
import type { SnapshotRow } from '../contract.ts';
import type { SearchedCollection } from '../open/faces.ts';
import type { ReplacedTexts } from '../replaced/replaced-texts.ts';
import { toRows } from '../search/to-chunks.ts';

/** An earlier state of a collection. */
export interface EarlierState {
  readonly row: SnapshotRow;
  readonly snapshot: Snapshot;
  /** Number of the state now. */
  readonly generation: number;
  /** Texts that states since then had. */
  readonly texts: Pick<ReplacedTexts, 'list' | 'read'>;
}

/** A file that differs between an earlier state and now. */
export interface ChangedFile {
  readonly what: 'added' | 'changed' | 'renamed' | 'removed';
  /** Its path now, or the last one. */
  readonly path: string;
  readonly oldPath?: string;
  /** Unset for a removed file. */
  readonly fileIndex?: number;
  readonly old: NumberedLines;
  readonly now: NumberedLines;
  readonly hunks: readonly Hunk[];
  /** Chunks of the earlier state whose text is no longer stored. */
  readonly lost: number;
  /** Its texts were not compared: there are too many changes. */
  readonly isUnread?: boolean;
}

/** Characters of changed files that are compared: a larger change does not fit into a pack. */
const MAX_CHARS = 16_000_000;
const NO_LINES: NumberedLines = { lines: [], numbers: [] };

/** Lists the changed files in path order. Their texts are not masked. `matches` limits the paths. */
export async function findChanges(
  open: SearchedCollection,
  earlier: EarlierState,
  { matches, onStep }: { readonly matches: (path: string) => boolean; readonly onStep: () => Promise<void> },
): Promise<ChangedFile[]> {
  await open.complete();
  const now = listFiles(open, matches);
  const old = groupByPath(earlier.snapshot, matches);
  const added = [...now.keys()].filter((path) => !old.has(path));
  const removed = [...old.keys()].filter((path) => !now.has(path));
  const origins = pairEqual(added, removed, { now, old });
  const readOld = await createOldReader(open, earlier);
  const texts = new Map<string, OldText>();
  let chars = 0;
  const load = async (path: string): Promise<OldText> => {
    await onStep();
    const made = await readOld(old.get(path) ?? []);
    chars += made.lines.lines.reduce((sum, { length }) => sum + length, 0);
    texts.set(path, made);
    return made;
  };
  const toText = async (path: string): Promise<NumberedLines> => {
    const { fileIndex } = now.get(path) as NowFile;
    const made = toNumberedLines(await readTexts(open, fileIndex));
    chars += made.lines.reduce((sum, { length }) => sum + length, 0);
    return made;
  };
  const nowTexts = new Map<string, NumberedLines>();
  const left = new Set(removed.filter((path) => ![...origins.values()].includes(path)));
  for (const path of left) if (chars < MAX_CHARS) await load(path);
  for (const path of added) {
    if (origins.has(path) || chars >= MAX_CHARS) continue;
    await onStep();
    nowTexts.set(path, await toText(path));
  }
  for (const [path, oldPath] of pairSimilar(nowTexts, texts)) origins.set(path, oldPath);
  const files: ChangedFile[] = [];
  for (const path of [...now.keys()]) {
    const oldPath = origins.get(path) ?? (old.has(path) ? path : undefined);
    const { fileIndex, chunks } = now.get(path) as NowFile;
    const before = oldPath === undefined ? undefined : old.get(oldPath);
    const isRenamed = oldPath !== undefined && oldPath !== path;
    const isSame = before !== undefined && toKey(before) === toKey(chunks);
    if (isSame && !isRenamed) continue;
    const what = before === undefined ? 'added' : isRenamed ? 'renamed' : 'changed';
    const named = { what, path, fileIndex, ...(isRenamed ? { oldPath } : {}) } as const;
    const isUnread = !isSame && chars >= MAX_CHARS && !nowTexts.has(path);
    if (isSame || isUnread) {
      files.push({ ...named, old: NO_LINES, now: NO_LINES, hunks: [], lost: 0, ...(isUnread ? { isUnread } : {}) });
      continue;
    }
    const text = nowTexts.get(path) ?? (await toText(path));
    const { lines, lost } =
      oldPath === undefined ? { lines: NO_LINES, lost: 0 } : (texts.get(oldPath) ?? (await load(oldPath)));
    const hunks = diffLines(lines.lines, text.lines);
    if (hunks.length > 0 || what !== 'changed') files.push({ ...named, old: lines, now: text, hunks, lost });
  }
  const renamed = new Set(origins.values());
  for (const path of removed.filter((one) => !renamed.has(one))) {
    const { lines, lost } = texts.get(path) ?? { lines: NO_LINES, lost: 0 };
    const isUnread = texts.has(path) ? {} : { isUnread: true };
    files.push({
      what: 'removed',
      path,
      old: lines,
      now: NO_LINES,
      hunks: diffLines(lines.lines, []),
      lost,
      ...isUnread,
    });
  }
  return files.sort((a, b) => compareUtf8(a.path, b.path));
}

interface NowFile {
  readonly fileIndex: number;
  readonly chunks: readonly ChunkKey[];
}

type ChunkKey = Pick<SnapshotChunk, 'contentHash' | 'lines'>;

function listFiles(open: SearchedCollection, matches: (path: string) => boolean): Map<string, NowFile> {
  const files = new Map<string, NowFile>();
  for (let fileIndex = 0; fileIndex < open.fileCount; fileIndex++) {
    const { path } = open.fileNames(fileIndex);
    if (!matches(path)) continue;
    const chunks = toRows(open, fileIndex).map(
      ({ contentHash, startLine, endLine }): ChunkKey => ({
        contentHash: toHex(contentHash),
        lines: [startLine, endLine],
      }),
    );
    files.set(path, { fileIndex, chunks });
  }
  return files;
}

function groupByPath(
  { chunks, empty = [] }: Snapshot,
  matches: (path: string) => boolean,
): Map<string, SnapshotChunk[]> {
  const files = new Map<string, SnapshotChunk[]>();
  for (const path of empty) if (matches(path)) files.set(path, []);
  for (const chunk of chunks) {
    const own = files.get(chunk.path);
    if (own !== undefined) own.push(chunk);
    else if (matches(chunk.path)) files.set(chunk.path, [chunk]);
  }
  return files;
}

function toKey(chunks: readonly ChunkKey[]): string {
  return chunks.map(({ contentHash, lines }) => `${contentHash}:${lines[0]}`).join();
}

interface Trees {
  readonly now: ReadonlyMap<string, NowFile>;
  readonly old: ReadonlyMap<string, readonly SnapshotChunk[]>;
}

/** Finds the old path of each added file with the text of a removed one: first the same name in another folder. */
function pairEqual(added: readonly string[], removed: readonly string[], { now, old }: Trees): Map<string, string> {
  const byKey = new Map<string, string[]>();
  for (const path of removed) {
    const key = toKey(old.get(path) ?? []);
    if (key !== '') byKey.set(key, [...(byKey.get(key) ?? []), path]);
  }
  const origins = new Map<string, string>();
  const pair = (isOrigin: (oldPath: string, path: string) => boolean): void => {
    for (const path of added) {
      const free = byKey.get(toKey(now.get(path)?.chunks ?? []));
      const at = origins.has(path) ? -1 : (free?.findIndex((oldPath) => isOrigin(oldPath, path)) ?? -1);
      if (at >= 0) origins.set(path, free?.splice(at, 1)[0] as string);
    }
  };
  pair((oldPath, path) => toBaseName(oldPath) === toBaseName(path));
  pair(() => true);
  return origins;
}

/** Share of lines that make a removed and an added file one file with another name, as in git. */
const SIMILAR = 0.5;
/** Lines in more removed files say nothing about one of them. */
const MAX_OWNERS = 16;

/** Pairs added files with removed ones that have most of their lines, the most similar first. */
function pairSimilar(
  added: ReadonlyMap<string, NumberedLines>,
  removed: ReadonlyMap<string, OldText>,
): Map<string, string> {
  const owners = new Map<string, Set<string>>();
  for (const [path, { lines }] of removed)
    for (const line of toWrittenLines(lines)) owners.set(line, (owners.get(line) ?? new Set()).add(path));
  const pairs: { path: string; oldPath: string; share: number }[] = [];
  for (const [path, text] of added) {
    const lines = toWrittenLines(text);
    const counts = new Map<string, number>();
    for (const line of lines) {
      const own = owners.get(line);
      if (own === undefined || own.size > MAX_OWNERS) continue;
      for (const oldPath of own) counts.set(oldPath, (counts.get(oldPath) ?? 0) + 1);
    }
    for (const [oldPath, count] of counts) {
      const length = Math.max(lines.size, toWrittenLines((removed.get(oldPath) as OldText).lines).size);
      if (count >= length * SIMILAR) pairs.push({ path, oldPath, share: count / length });
    }
  }
  const origins = new Map<string, string>();
  const used = new Set<string>();
  for (const { path, oldPath } of pairs.sort((a, b) => b.share - a.share)) {
    if (origins.has(path) || used.has(oldPath)) continue;
    origins.set(path, oldPath);
    used.add(oldPath);
  }
  return origins;
}

function toWrittenLines({ lines }: NumberedLines): Set<string> {
  return new Set(lines.map((line) => line.trim()).filter((line) => line !== ''));
}

interface OldText {
  readonly lines: NumberedLines;
  readonly lost: number;
}

/** Reads the chunks of an earlier state: from the collection if they are still there, else from the replaced texts. */
async function createOldReader(
  open: SearchedCollection,
  { texts }: EarlierState,
): Promise<(chunks: readonly SnapshotChunk[]) => Promise<OldText>> {
  const present = new Map<string, number>();
  for (let fileIndex = 0; fileIndex < open.fileCount; fileIndex++)
    for (const [i, { contentHash }] of toRows(open, fileIndex).entries())
      present.set(toHex(contentHash), (open.ordinals[fileIndex] as number) + i);
  const rows = await texts.list();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return async (chunks) => {
    const known = chunks.flatMap(({ contentHash }) => present.get(contentHash) ?? []);
    const kept = new Map((await readAt(open, known)).map((text, i) => [known[i], text]));
    const parts: TextPart[] = [];
    for (const { id, contentHash, lines } of chunks) {
      const row = byId.get(id) ?? byHash.get(contentHash);
      const text = kept.get(present.get(contentHash)) ?? (row && (await texts.read(row)));
      if (text !== undefined) parts.push({ startLine: lines[0], text });
    }
    return { lines: toNumberedLines(parts), lost: chunks.length - parts.length };
  };
}

interface TextPart {
  readonly startLine: number;
  readonly text: string;
}

async function readTexts(open: SearchedCollection, fileIndex: number): Promise<TextPart[]> {
  const first = open.ordinals[fileIndex] as number;
  const rows = toRows(open, fileIndex);
  const texts = await readAt(
    open,
    rows.map((_, i) => first + i),
  );
  return rows.map(({ startLine }, i) => ({ startLine, text: texts[i] as string }));
}

/** Reads the texts of chunks, not masked. */
export async function readAt(open: SearchedCollection, ordinals: readonly number[]): Promise<readonly string[]> {
  const places = ordinals.map((ordinal) => {
    const fileIndex = open.fileOfOrdinal(ordinal);
    const chunkIndex = ordinal - (open.ordinals[fileIndex] as number);
    const { startByte, endByte } = open.chunkRow(fileIndex, chunkIndex);
    return { fileIndex, chunkIndex, startByte, endByte };
  });
  return open.readTexts(places);
}

/** Lines between two chunks are blank, except in HTML: more of them mean nothing. */
const MAX_GAP_LINES = 3;

function toNumberedLines(parts: readonly TextPart[]): NumberedLines {
  const lines: string[] = [];
  const numbers: number[] = [];
  for (const { startLine, text } of parts) {
    const last = numbers.at(-1) ?? startLine - 1;
    const gap = Math.min(startLine - last - 1, MAX_GAP_LINES);
    for (let i = 1; i <= gap; i++) {
      lines.push('');
      numbers.push(last + i);
    }
    for (const [i, line] of text.split('\n').entries()) {
      // Long lines are cut into several chunks.
      if (startLine + i === numbers.at(-1)) lines[lines.length - 1] += line;
      else {
        lines.push(line);
        numbers.push(startLine + i);
      }
    }
  }
  return { lines, numbers };
}
