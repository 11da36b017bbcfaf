import type { Hit } from '../../../model/hit.ts';
import { isCodeKind } from '../../../model/kind.ts';
import { findSecondary, type Secondary } from '../../../model/secondary.ts';

type Named = Pick<Hit, 'path' | 'title' | 'label' | 'heading_path' | 'symbol' | 'address'>;

/** The symbol or the title of the page, then the headings below it. */
export function toHitTitle(hit: Named): { readonly title: string; readonly crumbs: readonly string[] } {
  const [page, ...below] = hit.heading_path;
  // Of code the label names all that begins in the chunk.
  if (hit.symbol !== undefined) return { title: hit.label, crumbs: [] };
  if (hit.title && hit.title !== page) return { title: hit.title, crumbs: hit.heading_path };
  return { title: page || hit.address || hit.path.split('/').at(-1) || hit.label, crumbs: below };
}

export type HitMark = 'definition' | 'docs' | Secondary;

/** What sort of text it is, where that is worth a word. */
export function toHitMark(hit: Pick<Hit, 'path' | 'kind' | 'why'>): HitMark | undefined {
  const isCode = isCodeKind(hit.kind);
  const secondary = findSecondary(hit.path, isCode);
  if (secondary !== undefined) return secondary;
  if (hit.why.some(({ how }) => how === 'defines')) return 'definition';
  return hit.kind === 'markdown' || hit.kind === 'html' || /\.(rst|adoc|txt)$/i.test(hit.path) ? 'docs' : undefined;
}
