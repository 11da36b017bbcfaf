import { pauseForEvents } from '../lib/async/priorities.ts';
import { compareUtf8, toUtf8 } from '../lib/bytes.ts';
import { createZipWriter, type ZipWriter } from '../zip/zip-writer.ts';
import { writeOutlineFiles } from './artifacts/outline-files.ts';
import { toTables } from './artifacts/tables.ts';
import { writeCompactChunk, writeFullChunk } from './artifacts/write-chunk-file.ts';
import type { ByteSink, ExportProgress, IndexView } from './contract.ts';
import { type ArtifactOptions, type TextArtifactName, writePieces } from './export-artifact.ts';
import { escapeHidden } from './text/hidden-text.ts';
import { toSafeNames, toSafeSegment } from './text/safe-names.ts';
import { toByteBlocks } from './text/text-stream.ts';
import { toExportView } from './to-export-view.ts';
import { stopIfAborted, writeToSink } from './write-to-sink.ts';

interface ExportZipOptions {
  readonly view: IndexView;
  readonly form: 'full' | 'compact';
  readonly sink: ByteSink;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
  readonly escapeHidden?: boolean;
  /** `selections.json` of a full export. */
  readonly selections?: string;
}

export interface ExportZipResult {
  readonly fileName: string;
  readonly bytes: number;
  readonly entries: number;
}

/** Entries in byte order of their names; `chunks/` and `images/` come between `catalog.llm.md` and the rest, the outline at the end. */
const BEFORE: Readonly<Record<'full' | 'compact', readonly TextArtifactName[]>> = {
  full: ['catalog.llm.md'],
  compact: [],
};
const AFTER: Readonly<Record<'full' | 'compact', readonly TextArtifactName[]>> = {
  full: ['index.json', 'llm.md', 'manifest.json', 'manifest.llm.tsv', 'manifest.min.json'],
  compact: ['llm.md', 'manifest.llm.tsv'],
};
/** Entries between turns of the event loop: cancels and queries arrive as messages. */
export const ENTRIES_PER_TURN = 64;
const CHARS_PER_TURN = 1 << 18;

/** Streams a zip to the sink. On cancel (`export/cancelled`) or failure the sink is aborted and no partial file remains. */
export function exportZip(options: ExportZipOptions): Promise<ExportZipResult> {
  return writeToSink(options, async () => {
    const zip = createZipWriter(options.sink);
    await writeEntries(zip, options);
    return { fileName: toZipName(options.view, options.form), bytes: zip.writtenBytes, entries: zip.entryCount };
  });
}

/** `<collection>-<what>.zip`. */
export function toZipName(view: Pick<IndexView, 'name'>, what: string): string {
  const name = toSafeSegment(view.name.replaceAll('/', '_')).trim() || 'collection';
  return `${name}-${what}.zip`;
}

async function writeEntries(zip: ZipWriter, options: ExportZipOptions): Promise<void> {
  const { form } = options;
  const view = toExportView(options.view);
  const artifactOptions: ArtifactOptions = { form, escapeHidden: options.escapeHidden ?? false };
  const images = toImages(view);
  const selections = form === 'full' ? options.selections : undefined;
  const ownEntries = BEFORE[form].length + AFTER[form].length + 1 + (selections === undefined ? 0 : 1);
  const totalEntries = ownEntries + view.totalChunks + images.length;

  function tellProgress(): void {
    options.onProgress?.({ doneEntries: zip.entryCount, totalEntries, bytes: zip.writtenBytes });
  }
  async function step(): Promise<void> {
    stopIfAborted(options.signal);
    tellProgress();
    if (zip.entryCount % ENTRIES_PER_TURN === 0) await pauseForEvents();
  }
  async function addArtifacts(names: readonly TextArtifactName[]): Promise<void> {
    for (const name of names) {
      const pieces = stoppable(writePieces(view, name, artifactOptions), options.signal);
      await zip.addStream(name, toByteBlocks(pieces));
      await step();
    }
  }

  await addArtifacts(BEFORE[form]);
  for await (const file of writeChunkFiles(view, artifactOptions)) {
    await zip.add(file.name, toUtf8(file.text));
    await step();
  }
  for (const image of images) {
    const bytes = await view.asset(image.fileIndex);
    // A collection opened from a bare index.json has no image bytes.
    if (bytes) await zip.add(image.name, bytes);
    await step();
  }
  await addArtifacts(AFTER[form]);
  for await (const { name, text } of writeOutlineFiles(view)) {
    await zip.add(name, toUtf8(artifactOptions.escapeHidden ? escapeHidden(text) : text));
    await step();
  }
  if (selections !== undefined) {
    await zip.add('selections.json', toUtf8(selections));
    await step();
  }
  await zip.finish();
  tellProgress();
}

export async function* writeChunkFiles(
  view: IndexView,
  options: ArtifactOptions,
  isWritten: (ref: string) => boolean = () => true,
): AsyncGenerator<{ name: string; text: string }> {
  const { kindIndex } = toTables(view.files);
  for (const [path, file] of view.files.entries()) {
    if (file.chunkCount === 0) continue;
    for (const chunk of await view.chunks(path)) {
      if (!isWritten(chunk.ref)) continue;
      const text =
        options.form === 'full'
          ? writeFullChunk(chunk, file.url, options)
          : writeCompactChunk(chunk, kindIndex.get(file.kind) as number, options);
      yield { name: `chunks/${chunk.ref}.md`, text };
    }
  }
}

function toImages(view: IndexView): { name: string; fileIndex: number }[] {
  const { names } = toSafeNames(view.files.filter((file) => file.kind === 'image').map((file) => file.path));
  const images: { name: string; fileIndex: number }[] = [];
  for (const [fileIndex, file] of view.files.entries()) {
    const name = names.get(file.path);
    if (name !== undefined) images.push({ name: `images/${name}`, fileIndex });
  }
  return images.sort((a, b) => compareUtf8(a.name, b.name));
}

async function* stoppable(pieces: AsyncIterable<string>, signal: AbortSignal | undefined): AsyncGenerator<string> {
  let chars = 0;
  for await (const piece of pieces) {
    yield piece;
    chars += piece.length;
    if (chars < CHARS_PER_TURN) continue;
    chars = 0;
    await pauseForEvents();
    stopIfAborted(signal);
  }
}
