import { concatBytes, toUtf8 } from '../../lib/bytes.ts';
import type { ShardInputs } from '../contract.ts';

/** Returns a view of one of the leaves. */
export function leafAt({ leaves, ends }: ShardInputs, index: number): Uint8Array {
  return leaves.subarray(ends[index - 1] ?? 0, ends[index]);
}

/** Converts a list in path order, for few files. */
export function toShardInputs(files: readonly { readonly path: string; readonly leaf: Uint8Array }[]): ShardInputs {
  const ends = new Uint32Array(files.length);
  let end = 0;
  files.forEach(({ leaf }, i) => {
    end += leaf.length;
    ends[i] = end;
  });
  return {
    leaves: concatBytes(files.map(({ leaf }) => leaf)),
    ends,
    path: (index) => toUtf8((files[index] as { path: string }).path),
  };
}
