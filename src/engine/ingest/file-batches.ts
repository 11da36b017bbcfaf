import type { ScannedFile } from '../../model/raw-file.ts';

/** Files that are read together. */
export interface FileBatch {
  readonly files: readonly ScannedFile[];
  /** As they were scanned. */
  readonly bytes: number;
}

const MAX_FILES = 32;
/** A large file goes alone: nobody waits for it but itself. */
const MAX_BYTES = 1_000_000;

/** In their order; each alone where `together` is false. A message to a worker costs as much as a small file does. */
export function* toFileBatches(files: Iterable<ScannedFile>, together: boolean): Generator<FileBatch> {
  const maxFiles = together ? MAX_FILES : 1;
  let batch: ScannedFile[] = [];
  let bytes = 0;
  const take = (): FileBatch => {
    const taken = { files: batch, bytes };
    batch = [];
    bytes = 0;
    return taken;
  };
  for (const file of files) {
    if (batch.length > 0 && bytes + file.size > MAX_BYTES) yield take();
    batch.push(file);
    bytes += file.size;
    if (batch.length === maxFiles) yield take();
  }
  if (batch.length > 0) yield take();
}
