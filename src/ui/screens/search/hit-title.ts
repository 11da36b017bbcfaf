import { findSecondary, type Secondary } from '../../../kinds/secondary.ts';
import type { Hit } from '../../../model/hit.ts';
import { isCodeKind } from '../../../model/kind.ts';

type Named = Pick<Hit, 'path' | 'title' | 'label' | 'heading_path' | 'symbol' | 'address'>;

/** Returns the symbol or page title, then the headings below it. */
export function toHitTitle(hit: Named): { readonly title: string; readonly crumbs: readonly string[] } {
  const [page, ...below] = hit.heading_path;
  // For code, the label names all symbols that begin in the chunk.
  if (hit.symbol !== undefined) return { title: hit.label, crumbs: [] };
  if (hit.title && hit.title !== page) return { title: hit.title, crumbs: hit.heading_path };
  return { title: page || hit.address || hit.path.split('/').at(-1) || hit.label, crumbs: below };
}

export type HitMark = 'definition' | 'docs' | Secondary;

/** Returns the kind of text where it is worth showing. */
export function toHitMark(hit: Pick<Hit, 'path' | 'kind' | 'why'>, isMixed: boolean): HitMark | undefined {
  const isCode = isCodeKind(hit.kind);
  const secondary = findSecondary(hit.path, isCode);
  if (secondary !== undefined) return secondary;
  if (hit.why.some(({ how }) => how === 'defines')) return 'definition';
  if (!isMixed) return undefined;
  return hit.kind === 'markdown' || hit.kind === 'html' || /\.(rst|adoc|txt)$/i.test(hit.path) ? 'docs' : undefined;
}
