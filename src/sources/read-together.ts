import { type AppError, toAppError } from '../model/app-error.ts';
import type { FoundFile } from '../model/raw-file.ts';

/**
 * Reads files, if possible as one Blob: in Chromium that takes half the time. If that fails, because a file has changed or is gone, each one is read
 * separately. Never rejects.
 */
export async function readTogether(files: readonly FoundFile[]): Promise<readonly (Uint8Array | AppError)[]> {
  const joined = await readJoined(files).catch(() => undefined);
  return joined ?? Promise.all(files.map((file) => file.read().catch(toAppError)));
}

/** Returns undefined if the bytes cannot be told apart. */
async function readJoined(files: readonly FoundFile[]): Promise<Uint8Array[] | undefined> {
  const blobs = await Promise.all(files.map((file) => file.openBlob?.()));
  if (!blobs.every((blob) => blob !== undefined)) return undefined;
  const bytes = await new Blob(blobs).arrayBuffer();
  let end = 0;
  const cut = blobs.map(({ size }) => {
    end += size;
    // Each has a buffer of its own, which can be transferred.
    return new Uint8Array(bytes.slice(end - size, end));
  });
  return end === bytes.byteLength ? cut : undefined;
}
