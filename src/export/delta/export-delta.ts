import { pauseForEvents } from '../../lib/async/priorities.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import type { FileRow } from '../../model/chunk.ts';
import type { Snapshot, SnapshotChange } from '../../model/snapshot.ts';
import type { EntryDeflater } from '../../zip/entry-deflater.ts';
import { createZipWriter } from '../../zip/zip-writer.ts';
import { writeFullChunk } from '../artifacts/write-chunk-file.ts';
import type { ByteSink, ExportProgress, IndexView } from '../contract.ts';
import { ENTRIES_PER_TURN, type ExportZipResult, toZipName } from '../export-zip.ts';
import { toExportView } from '../to-export-view.ts';
import { stopIfAborted, writeToSink } from '../write-to-sink.ts';
import { diffSnapshots } from './diff-snapshots.ts';
import { maskChanges } from './mask-changes.ts';
import { writeChangesMd, writeChangesTsv } from './write-changes.ts';

export interface ExportDeltaOptions {
  /** The newer state. */
  readonly view: IndexView;
  readonly from: Snapshot;
  /** What the older state is called. Unset: by its `index_id`, which is that of all of it, unmasked. */
  readonly fromName?: string;
  /** Where `view` is a masked twin: `from` is of unmasked text, and so is compared with this. */
  readonly unmasked?: UnmaskedState;
  readonly sink: ByteSink;
  /** Unset: this thread deflates. */
  readonly deflater?: EntryDeflater | undefined;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
  readonly escapeHidden?: boolean;
}

export interface UnmaskedState {
  /** The newer state as it is. */
  readonly view: IndexView;
  readonly maskPath: (path: string) => string;
}

/** `CHANGES.md`, `changes.tsv` and the chunk files that are new or changed. Nothing half-written stays after a failure. */
export function exportDelta(options: ExportDeltaOptions): Promise<ExportZipResult> {
  const { from, unmasked, sink, signal } = options;
  return writeToSink(options, async () => {
    const view = toExportView(options.view);
    const to = await toSnapshot(view);
    const changes = unmasked === undefined ? diffSnapshots(from, to) : await listMasked(from, to, unmasked);
    const names = { from: options.fromName ?? from.index_id, to: to.index_id };
    const wanted = new Set(changes.filter(isWritten).map((change) => change.ref as string));
    const zip = createZipWriter(sink, options);
    await zip.add('CHANGES.md', toUtf8(writeChangesMd(names, changes)));
    await zip.add('changes.tsv', toUtf8(writeChangesTsv(names, changes)));
    for await (const file of writeWanted(view, wanted, options.escapeHidden ?? false)) {
      stopIfAborted(signal);
      await zip.add(file.name, toUtf8(file.text));
      options.onProgress?.({ doneEntries: zip.entryCount, totalEntries: wanted.size + 2, bytes: zip.writtenBytes });
      if (zip.entryCount % ENTRIES_PER_TURN === 0) await pauseForEvents();
    }
    await zip.finish();
    const fileName = toZipName(view, `-since-${options.fromName ?? from.index_id.slice(0, 8)}`);
    return { fileName, bytes: zip.writtenBytes, entries: zip.entryCount };
  });
}

/** Compared masked, every chunk with a secret would differ: the older state is kept as it was. */
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

async function* writeWanted(
  view: IndexView,
  wanted: ReadonlySet<string>,
  escapeHidden: boolean,
): AsyncGenerator<{ name: string; text: string }> {
  for (const [index, file] of view.files.entries()) {
    if (file.chunk_count === 0) continue;
    for (const chunk of await view.chunks(index)) {
      if (!wanted.has(chunk.ref)) continue;
      yield {
        name: `chunks/${chunk.ref}.md`,
        text: writeFullChunk(chunk, (file satisfies FileRow).url, { escapeHidden }),
      };
    }
  }
}
