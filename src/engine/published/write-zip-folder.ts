import { createZipWriter } from '../../zip/zip-writer.ts';
import type { ExportAnswer } from '../contract.ts';
import type { Job } from '../jobs.ts';
import { createExportSink } from '../output/export-sink.ts';
import { type CountingSink, createZipSink } from './publish-sink.ts';

export interface ZipFolderOptions {
  readonly fileName: string;
  readonly target: FileSystemFileHandle | undefined;
  readonly job: Job;
}

/** Writes a folder as a zip. On cancel or failure no partial file remains. */
export async function writeZipFolder(
  { fileName, target, job }: ZipFolderOptions,
  write: (sink: CountingSink) => Promise<void>,
): Promise<ExportAnswer> {
  const out = await createExportSink(target, fileName);
  try {
    const zip = createZipWriter(out);
    const sink = createZipSink(zip);
    await write(sink);
    await sink.finish();
    await out.close();
    const blob = await out.blob();
    return { fileName, bytes: zip.writtenBytes, entries: zip.entryCount, ...(blob === undefined ? {} : { blob }) };
  } catch (error) {
    await out.abort();
    // A cancel may have caused any failure.
    job.throwIfCancelled();
    throw error;
  }
}
