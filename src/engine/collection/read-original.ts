import type { Generation } from '../../store/contract.ts';
import type { BundleSpan, FileEntry } from '../file-table/file-entry.ts';
import { findFile } from '../shards/load-leaves.ts';

/** The file's own bytes as its source gave them. */
export async function readOriginal(generation: Generation, entry: FileEntry): Promise<Uint8Array> {
  const { bundle, start, end } = toKept(entry);
  return (await generation.read(findFile(generation, bundle), start, end)).slice();
}

/** Where they lie. */
export function toKept(entry: FileEntry): BundleSpan {
  return entry.original ?? entry.contents;
}
