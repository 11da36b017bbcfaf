import { findSection, joinSections, SECTION } from './leaf-format.ts';

/** Returns a leaf with only what an outline needs: with links and tags, but without chunks and term counts, which are most of it. */
export function toOutlineLeaf(leaf: Uint8Array): Uint8Array<ArrayBuffer> {
  const section = (id: number) => [id, findSection(leaf, id)] as const;
  const noChunks = [SECTION.chunks, new Uint8Array(1)] as const;
  const [note] = [section(SECTION.note)].filter(([, bytes]) => bytes.length > 0);
  const always = [section(SECTION.meta), noChunks, section(SECTION.outline), section(SECTION.warnings)];
  return joinSections(note === undefined ? always : [...always, note]);
}
