import { pauseForEvents } from '../../lib/async/priorities.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import type { Snapshot, SnapshotChange } from '../../model/snapshot.ts';
import { createZipWriter } from '../../zip/zip-writer.ts';
import type { ByteSink, ExportProgress, IndexView } from '../contract.ts';
import { ENTRIES_PER_TURN, type ExportZipResult, toZipName, writeChunkFiles } from '../export-zip.ts';
import { toByteBlocks } from '../text/text-stream.ts';
import { toExportView } from '../to-export-view.ts';
import { stopIfAborted, writeToSink } from '../write-to-sink.ts';
import { diffSnapshots } from './diff-snapshots.ts';
import { maskChanges } from './mask-changes.ts';
import { writeChangesMd, writeChangesTsv } from './write-changes.ts';
import { writeSync } from './write-sync.ts';

export interface ExportDeltaOptions {
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

export interface UnmaskedState {
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
    const names = { from: options.fromName ?? from.index_id, to: to.index_id };
    const writtenRefs = new Set(changes.filter(isWritten).map((change) => change.ref as string));
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
    const fileName = toZipName(view, `-since-${options.fromName ?? from.index_id.slice(0, 8)}`);
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
    if (file.chunk_count === 0) continue;
    for (const { id, ref, path, start_line, end_line, content_hash } of await view.chunkFacts(index)) {
      chunks.push({ id, ref, path, lines: [start_line, end_line], content_hash });
    }
  }
  return { index_id: view.index_id, chunks };
}

function isWritten(change: SnapshotChange): boolean {
  return change.what === 'added' || change.what === 'changed';
}
