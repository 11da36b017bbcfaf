import type { Chunk } from '../../model/chunk.ts';
import type { IndexView } from '../contract.ts';
import { toSafeSegment } from '../text/safe-names.ts';
import { formatFoot } from './format-one-file.ts';
import { formatPiece, type OneFileOptions, type Part, toHead } from './plan-parts.ts';

/** Writes one of the parts planned for this view with these options, piece by piece. */
export async function* writePart(
  view: IndexView,
  options: Pick<OneFileOptions, 'format' | 'escapeHidden'>,
  { parts, index }: { readonly parts: readonly Part[]; readonly index: number },
): AsyncGenerator<string> {
  const { pieces } = parts[index] as Part;
  yield toHead(view, options, { pieces, part: index + 1, parts: parts.length });
  // Pieces of one file are consecutive, in this part and the next.
  let chunks: readonly Chunk[] = [];
  let of = -1;
  for (const { fileIndex, from, to } of pieces) {
    if (to === from) continue;
    if (of !== fileIndex) chunks = await view.chunks(fileIndex);
    of = fileIndex;
    yield formatPiece(chunks.slice(from, to), options);
  }
  yield formatFoot(options.format);
}

/** `<collection>.md`, or `<collection>-02-of-12.md`: sorted by name, parts are in order. */
export function toPartName(view: Pick<IndexView, 'name'>, extension: string, part: number, parts: number): string {
  const name = toStem(view);
  const digits = String(parts).length;
  return parts === 1
    ? `${name}.${extension}`
    : `${name}-${String(part).padStart(digits, '0')}-of-${parts}.${extension}`;
}

export function toStem({ name }: Pick<IndexView, 'name'>): string {
  return toSafeSegment(name.replaceAll('/', '_')).trim() || 'collection';
}
