/** Files read together. */
export interface FileBatch<T> {
  readonly files: readonly T[];
  /** Sum of the files' sizes. */
  readonly bytes: number;
}

const MAX_FILES = 128;
/** Size from which a file gets its own batch, so that no other waits for it. */
const MAX_BYTES = 1_000_000;

export function* toSingles<T extends { readonly size: number }>(files: readonly T[]): Generator<FileBatch<T>> {
  for (const file of files) yield { files: [file], bytes: file.size };
}

/** Groups files in order; one per batch unless `together`. A message to a worker costs as much as a small file. */
export async function* toFileBatches<T extends { readonly size: number }>(
  files: Iterable<T> | AsyncIterable<T>,
  together: boolean,
): AsyncGenerator<FileBatch<T>> {
  const maxFiles = together ? MAX_FILES : 1;
  let batch: T[] = [];
  let bytes = 0;
  const take = (): FileBatch<T> => {
    const taken = { files: batch, bytes };
    batch = [];
    bytes = 0;
    return taken;
  };
  for await (const file of files) {
    if (batch.length > 0 && bytes + file.size > MAX_BYTES) yield take();
    batch.push(file);
    bytes += file.size;
    if (batch.length === maxFiles) yield take();
  }
  if (batch.length > 0) yield take();
}
