import { compareUtf8 } from '../../lib/bytes.ts';
import type { PublishSink } from '../../publish/write/block-writer.ts';
import { createZipWriter, type ZipWriter } from '../../zip/zip-writer.ts';
import type { ExportAnswer } from '../contract.ts';
import type { Job } from '../jobs.ts';
import { createExportSink } from '../output/export-sink.ts';

export interface CountingSink extends PublishSink {
  readonly entries: number;
  readonly bytes: number;
}

/** Bytes of a file in memory before they go into a Blob: if Blobs are on disk, a worker of a few megabytes publishes a gigabyte of text. */
const BLOB_BYTES = 4_000_000;

/** Collects a file's bytes until its path is known, in Blobs, which need not be in memory. */
function createSink(put: (path: string, blob: Blob) => Promise<void>): CountingSink {
  const count = { entries: 0, bytes: 0 };
  return {
    get entries() {
      return count.entries;
    },
    get bytes() {
      return count.bytes;
    },
    async createFile() {
      const blobs: Blob[] = [];
      let parts: Uint8Array<ArrayBuffer>[] = [];
      let partBytes = 0;
      const moveToBlob = (): void => {
        blobs.push(new Blob(parts));
        parts = [];
        partBytes = 0;
      };
      return {
        async write(bytes) {
          parts.push(bytes.slice());
          partBytes += bytes.length;
          if (partBytes >= BLOB_BYTES) moveToBlob();
        },
        async finish(path) {
          moveToBlob();
          const blob = new Blob(blobs);
          blobs.length = 0;
          count.entries++;
          count.bytes += blob.size;
          await put(path, blob);
        },
      };
    },
  };
}

/** Writes into a folder the user picked. Existing files stay: readers of an older version may still need them. */
export function createFolderSink(folder: FileSystemDirectoryHandle): CountingSink {
  const folders = new Map<string, Promise<FileSystemDirectoryHandle>>([['', Promise.resolve(folder)]]);
  const open = (path: string): Promise<FileSystemDirectoryHandle> => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const cut = path.lastIndexOf('/');
    const opening = open(path.slice(0, Math.max(0, cut))).then((parent) =>
      parent.getDirectoryHandle(path.slice(cut + 1), { create: true }),
    );
    folders.set(path, opening);
    return opening;
  };
  return createSink(async (path, blob) => {
    const cut = path.lastIndexOf('/');
    const parent = await open(path.slice(0, Math.max(0, cut)));
    const handle = await parent.getFileHandle(path.slice(cut + 1), { create: true });
    const writable = await handle.createWritable();
    await writable.write(blob);
    await writable.close();
  });
}

/** Keeps the files until all of them are there. */
export function createBlobSink(): { readonly sink: CountingSink; readonly files: ReadonlyMap<string, Blob> } {
  const files = new Map<string, Blob>();
  return { files, sink: createSink(async (path, blob) => void files.set(path, blob)) };
}

/** Adds the entries at the end, because a zip's entries are in name order. */
function createZipSink(zip: ZipWriter, folder: string): CountingSink & { finish(): Promise<void> } {
  const { files, sink } = createBlobSink();
  return {
    get entries() {
      return sink.entries;
    },
    get bytes() {
      return sink.bytes;
    },
    createFile: sink.createFile,
    async finish() {
      for (const path of [...files.keys()].sort(compareUtf8))
        await zip.add(folder + path, new Uint8Array(await (files.get(path) as Blob).arrayBuffer()));
      await zip.finish();
    },
  };
}

interface ZipFolderOptions {
  readonly fileName: string;
  readonly target: FileSystemFileHandle | undefined;
  readonly job: Job;
  /** Prefix of all paths, with its slash. Unset: none. */
  readonly folder?: string;
}

/** Writes a folder as a zip. On cancel or failure no partial file remains. */
export async function writeZipFolder(
  { fileName, target, job, folder = '' }: ZipFolderOptions,
  write: (sink: CountingSink) => Promise<void>,
): Promise<ExportAnswer> {
  const out = await createExportSink(target, fileName);
  try {
    const zip = createZipWriter(out);
    const sink = createZipSink(zip, folder);
    await write(sink);
    await sink.finish();
    await out.close();
    return { fileName, bytes: zip.writtenBytes, entries: zip.entryCount, blob: await out.blob() };
  } catch (error) {
    await out.abort();
    // A cancel may have caused any failure.
    job.throwIfCancelled();
    throw error;
  }
}
