import { findRange } from '../../lib/binary-search.ts';
import type { OpenCollection } from '../open/faces.ts';
import { toCollectionLabels } from './collection-labels.ts';

export interface Member {
  readonly id: string;
  readonly open: OpenCollection;
}

/** First file and chunk of each of several collections in sequence. */
export interface MemberLayout {
  readonly labels: readonly string[];
  /** By member; one more entry holds the total. */
  readonly firstFiles: Uint32Array;
  readonly firstOrdinals: Uint32Array;
  /** First ordinal of every file; one more entry holds the total. */
  readonly ordinals: Uint32Array;
  readonly fileCount: number;
  readonly totalChunks: number;
  memberOf(fileIndex: number): number;
  /** Returns the file's index in its own collection. */
  at(fileIndex: number): { readonly m: number; readonly open: OpenCollection; readonly own: number };
  /** Splits a path after its label, or a ref after its id. */
  split(path: string): { readonly m: number; readonly own: string } | undefined;
  /** Calls `work` with the files of each member, by their own indexes. */
  eachMember(
    fileIndexes: readonly number[],
    work: (open: OpenCollection, own: readonly number[]) => Promise<void>,
  ): Promise<void>;
}

export function layOutMembers(members: readonly Member[]): MemberLayout {
  const opens = members.map(({ open }) => open);
  const labels = toCollectionLabels(opens.map(({ collection }) => collection.name));
  const names = new Map([
    ...members.map(({ id }, m) => [id, m] as const),
    ...labels.map((label, m) => [label, m] as const),
  ]);
  const firstFiles = toStarts(opens.map(({ fileCount }) => fileCount));
  const firstOrdinals = toStarts(opens.map(({ totalChunks }) => totalChunks));
  const memberOf = (fileIndex: number): number => findRange(firstFiles, firstFiles.length, fileIndex);
  const at: MemberLayout['at'] = (fileIndex) => {
    const m = memberOf(fileIndex);
    return { m, open: opens[m] as OpenCollection, own: fileIndex - (firstFiles[m] as number) };
  };
  return {
    labels,
    firstFiles,
    firstOrdinals,
    ordinals: joinOrdinals(opens, firstFiles, firstOrdinals),
    fileCount: firstFiles[opens.length] as number,
    totalChunks: firstOrdinals[opens.length] as number,
    memberOf,
    at,
    split(path) {
      const slash = path.indexOf('/');
      const m = names.get(path.slice(0, Math.max(0, slash)));
      return m === undefined ? undefined : { m, own: path.slice(slash + 1) };
    },
    async eachMember(fileIndexes, work) {
      const groups = opens.map((): number[] => []);
      for (const fileIndex of fileIndexes) {
        const { m, own } = at(fileIndex);
        groups[m]?.push(own);
      }
      await Promise.all(groups.map((own, m) => own.length > 0 && work(opens[m] as OpenCollection, own)));
    },
  };
}

/** Returns the starts and, last, the total. */
function toStarts(counts: readonly number[]): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (const [i, count] of counts.entries()) starts[i + 1] = (starts[i] as number) + count;
  return starts;
}

function joinOrdinals(opens: readonly OpenCollection[], files: Uint32Array, chunks: Uint32Array): Uint32Array {
  const joined = new Uint32Array((files[opens.length] as number) + 1);
  for (const [m, { ordinals, fileCount }] of opens.entries())
    for (let i = 0; i <= fileCount; i++)
      joined[(files[m] as number) + i] = (ordinals[i] as number) + (chunks[m] as number);
  return joined;
}
