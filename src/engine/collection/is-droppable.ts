import type { LeafResult } from '../deps.ts';
import type { FileEntry } from '../file-table/file-entry.ts';

type Facts = Pick<FileEntry, 'kind'> & {
  readonly refused?: FileEntry['refused'] | undefined;
  readonly incomplete?: LeafResult['incomplete'] | undefined;
};

/** Its own bytes need not be kept. A document that still waits for its reader is read from them. */
export function isDroppable({ kind, refused, incomplete }: Facts): boolean {
  return kind === 'document' && refused === undefined && incomplete === undefined;
}
