import type { Leaf } from '../../kernel/contract.ts';
import type { Generation } from '../../store/contract.ts';
import type { BundleSpan, FileEntry } from '../file-table/file-entry.ts';
import { readSpan } from '../shards/build-shards.ts';

/** Reads the file's original bytes. */
export async function readOriginal(generation: Generation, entry: FileEntry): Promise<Uint8Array> {
  return (await readSpan(generation, toOriginalSpan(entry))).slice();
}

/** Reads what the leaf maker returned for the file. */
export async function readStored(
  from: { readSpan(span: BundleSpan): Promise<Uint8Array> },
  entry: FileEntry,
): Promise<Leaf> {
  return {
    leaf: await from.readSpan(entry.leaf),
    contents: await from.readSpan(entry.contents),
    fileHash: entry.sha256,
    facts: entry,
    bytes: entry.bytes,
    ...(entry.original === undefined ? {} : { original: await from.readSpan(entry.original) }),
  };
}

/** Returns the span of the original bytes. */
export function toOriginalSpan(entry: FileEntry): BundleSpan {
  return entry.original ?? entry.contents;
}

type Facts = Pick<FileEntry, 'kind'> & {
  readonly refused?: FileEntry['refused'] | undefined;
  readonly incomplete?: Leaf['incomplete'] | undefined;
};

/** Whether the original bytes can be dropped. A document whose reader is missing still needs them. */
export function isDroppable({ kind, refused, incomplete }: Facts): boolean {
  return kind === 'document' && refused === undefined && incomplete === undefined;
}
