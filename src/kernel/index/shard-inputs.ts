import { concatBytes, toUtf8 } from '../../lib/bytes.ts';
import type { SectionPlace } from '../chunk/leaf-format.ts';
import type { ShardInputs } from '../contract.ts';

/** Locates a section of one of the leaves. */
export function findIn({ leaves, ends }: ShardInputs, index: number, id: number, section: SectionPlace): void {
  section.find(id, leaves, index === 0 ? 0 : (ends[index - 1] as number), ends[index] as number);
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
