/** Files that are read together. */
export interface FileBatch<T> {
  readonly files: readonly T[];
  /** By their sizes. */
  readonly bytes: number;
}

const MAX_FILES = 32;
/** A large file goes alone: nobody waits for it but itself. */
const MAX_BYTES = 1_000_000;

/** In their order; each alone where `together` is false. A message to a worker costs as much as a small file does. */
export function* toFileBatches<T extends { readonly size: number }>(
  files: Iterable<T>,
  together: boolean,
): Generator<FileBatch<T>> {
  const maxFiles = together ? MAX_FILES : 1;
  let batch: T[] = [];
  let bytes = 0;
  const take = (): FileBatch<T> => {
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
