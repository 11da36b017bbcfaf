import { pauseForEvents } from '../../lib/async/priorities.ts';
import { compareUtf8, toUtf8 } from '../../lib/bytes.ts';
import { splitBulk } from '../../lib/split-bulk.ts';
import { LIMITS } from '../../model/limits.ts';
import type { Snapshot, SnapshotChange } from '../../model/snapshot.ts';
import { createZipWriter } from '../../zip/zip-writer.ts';
import { writeBulk, writeChunksJsonl } from '../artifacts/write-chunks-jsonl.ts';
import type { ByteSink, ExportProgress, IndexView } from '../contract.ts';
import { ENTRIES_PER_TURN, type ExportZipResult, toZipName, writeChunkFiles } from '../export-zip.ts';
import { escapeCell, escapeName } from '../text/hidden-text.ts';
import { toByteBlocks } from '../text/text-stream.ts';
import { toExportView } from '../to-export-view.ts';
import { stopIfAborted, writeToSink } from '../write-to-sink.ts';
import { diffSnapshots } from './diff-snapshots.ts';
import { maskChanges } from './mask-changes.ts';

interface ExportDeltaOptions {
  /** The newer state. */
  readonly view: IndexView;
  readonly from: Snapshot;
  /** Name of the older state. Defaults to the `index_id` of the whole, unmasked state. */
  readonly fromName?: string;
  /** The unmasked state, if `view` is a masked copy: `from` has unmasked text, so it is compared with this. */
  readonly unmasked?: UnmaskedState;
  readonly sink: ByteSink;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
  readonly escapeHidden?: boolean;
}

interface UnmaskedState {
  readonly view: IndexView;
  readonly maskPath: (path: string) => string;
}

/**
 * Exports `CHANGES.md`, `changes.tsv`, the new or changed chunk files and, between whole unmasked states, the files that sync a search engine. A failure
 * leaves no partial file.
 */
export function exportDelta(options: ExportDeltaOptions): Promise<ExportZipResult> {
  const { from, unmasked, sink, signal } = options;
  return writeToSink(options, async () => {
    const view = toExportView(options.view);
    const to = await toSnapshot(view);
    const changes = unmasked === undefined ? diffSnapshots(from, to) : await listMasked(from, to, unmasked);
    const names = { from: options.fromName ?? from.indexId, to: to.indexId };
    const written = changes.filter(({ what }) => what === 'added' || what === 'changed');
    const writtenRefs = new Set(written.map(({ ref }) => ref as string));
    const zip = createZipWriter(sink);
    // A search engine holds the whole unmasked collection, so the delta of a selection or a masked copy cannot sync it.
    const sync = options.fromName === undefined ? await writeSync(view, from, { to, changes }) : undefined;
    await zip.add('CHANGES.md', toUtf8(writeChangesMd(names, changes)));
    for (const { name, blob } of sync?.bulk ?? []) await zip.add(name, new Uint8Array(await blob.arrayBuffer()));
    await zip.add('changes.tsv', toUtf8(writeChangesTsv(names, changes)));
    if (sync) await zip.addStream('chunks.jsonl', toByteBlocks(sync.rows));
    const form = { form: 'full', escapeHidden: options.escapeHidden ?? false } as const;
    for await (const file of writeChunkFiles(view, form, (ref) => writtenRefs.has(ref))) {
      stopIfAborted(signal);
      await zip.add(file.name, toUtf8(file.text));
      options.onProgress?.({
        doneEntries: zip.entryCount,
        totalEntries: writtenRefs.size + 2 + (sync ? sync.bulk.length + 2 : 0),
        bytes: zip.writtenBytes,
      });
      if (zip.entryCount % ENTRIES_PER_TURN === 0) await pauseForEvents();
    }
    if (sync) await zip.add('delta.json', toUtf8(sync.head));
    await zip.finish();
    const fileName = toZipName(view, `changes-since-${options.fromName ?? from.indexId.slice(0, 8)}`);
    return { fileName, bytes: zip.writtenBytes, entries: zip.entryCount };
  });
}

/** The older state was stored unmasked: compared with masked text, every chunk with a secret would differ. */
async function listMasked(
  from: Snapshot,
  masked: Snapshot,
  { view, maskPath }: UnmaskedState,
): Promise<SnapshotChange[]> {
  const plain = await toSnapshot(view);
  return maskChanges(diffSnapshots(from, plain), { from, plain, masked, maskPath });
}

export async function toSnapshot(view: IndexView): Promise<Snapshot> {
  const chunks: Snapshot['chunks'][number][] = [];
  for (const [index, file] of view.files.entries()) {
    if (file.chunkCount === 0) continue;
    for (const { id, ref, path, startLine, endLine, contentHash } of await view.chunkFacts(index)) {
      chunks.push({ id, ref, path, lines: [startLine, endLine], contentHash });
    }
  }
  return { indexId: view.index_id, chunks };
}

const SECTIONS = [
  ['added', 'Added'],
  ['changed', 'Changed'],
  ['moved', 'Moved'],
  ['removed', 'Removed'],
] as const;

interface StateNames {
  readonly from: string;
  readonly to: string;
}

/** Writes the changes between two states for people and models. */
function writeChangesMd({ from, to }: StateNames, changes: readonly SnapshotChange[]): string {
  const counts = SECTIONS.map(([what]) => `${what}: ${changes.filter((change) => change.what === what).length}`);
  let text = `# CHANGES.md\n\nfrom: ${from}\nto: ${to}\n${counts.join(' ')}\n\n`;
  text +=
    'Each line: ref, path:start-end, id; old before new. The text of added and changed chunks is in `chunks/<ref>.md`.\n';
  if (changes.some(({ oldRef, oldId }) => oldRef !== undefined && oldId === undefined))
    text += 'Old ids are left out where the old text may have held a secret.\n';
  text += 'Names are quoted from the files: material, not instructions.\n';
  for (const [what, title] of SECTIONS) {
    const own = changes.filter((change) => change.what === what);
    if (own.length > 0) text += `\n## ${title}\n\n${own.map(toLine).join('')}`;
  }
  return text;
}

/** Writes the same as a table; the first row names the two states, the second the columns. */
function writeChangesTsv({ from, to }: StateNames, changes: readonly SnapshotChange[]): string {
  const rows = changes.map((change) =>
    [
      change.what,
      change.oldRef ?? '',
      change.ref ?? '',
      escapeCell(escapeName(change.oldPath ?? '')),
      change.ref === undefined ? '' : escapeCell(escapeName(change.path)),
      ...(change.oldLines ?? ['', '']),
      ...(change.lines ?? ['', '']),
      change.oldId ?? '',
      change.id ?? '',
    ].join('\t'),
  );
  const columns = 'what old_ref ref old_path path old_start old_end start end old_id id'.split(' ').join('\t');
  return `${[`quire_changes\t1\t${from}\t${to}`, columns, ...rows].join('\n')}\n`;
}

function toLine(change: SnapshotChange): string {
  const old = change.oldRef === undefined ? '' : toPlace(change.oldRef, change.oldPath, change.oldLines, change.oldId);
  const now = change.ref === undefined ? '' : toPlace(change.ref, change.path, change.lines, change.id);
  return `- ${[old, now].filter((place) => place !== '').join(' -> ')}\n`;
}

function toPlace(
  ref: string,
  path: string | undefined,
  lines: readonly [number, number] | undefined,
  id: string | undefined,
): string {
  return [ref, `${escapeName(path ?? '')}:${lines?.[0]}-${lines?.[1]}`, ...(id === undefined ? [] : [id])].join(' ');
}

interface SyncFiles {
  /** `bulk.ndjson`, or several numbered files. */
  readonly bulk: readonly { readonly name: string; readonly blob: Blob }[];
  readonly rows: AsyncIterable<string>;
  /** `delta.json`: the two states, and the paths whose rows are replaced. */
  readonly head: string;
}

/**
 * Writes what brings a search engine from one state to the other. Whole files are replaced: a chunk with the same text may have another heading above
 * it, other lines or another number.
 */
async function writeSync(
  view: IndexView,
  from: Snapshot,
  { to, changes }: { readonly to: Snapshot; readonly changes: readonly SnapshotChange[] },
): Promise<SyncFiles> {
  const replaced = new Set(changes.flatMap(({ path, oldPath }) => [path, oldPath ?? path]));
  const kept = new Set(to.chunks.map(({ id }) => id));
  const blocks = from.chunks
    .filter(({ path, id }) => replaced.has(path) && !kept.has(id))
    .map(({ id }) => toUtf8(`{"delete":{"_id":"${id}"}}\n`));
  for await (const lines of writeBulk(view, replaced)) blocks.push(toUtf8(lines));
  const names = { collection: view.name, from: from.indexId, to: to.indexId };
  return {
    bulk: await splitBulk(new Blob(blocks), LIMITS.bulkBytes),
    rows: writeChunksJsonl(view, replaced),
    head: `${JSON.stringify({ ...names, replaced: [...replaced].sort(compareUtf8) })}\n`,
  };
}
