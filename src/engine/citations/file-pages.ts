import { type Address, listPlaces, overlaps, parseAddress, toRangeText } from '../../places/address.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { toRows } from '../search/to-chunks.ts';

/** A page, slide, chapter or row range of a file, and the lines of its text. */
interface PageSpan {
  readonly name: string;
  readonly address: Address;
  readonly lines: readonly [number, number];
}

export type FoundPage =
  /** A page; `lines` is undefined if it has no text. */
  | { readonly state: 'there'; readonly page: string; readonly lines?: readonly [number, number] }
  | { readonly state: 'partly' | 'past-end'; readonly lastPage: string }
  /** No such sheet, or a file with chapters instead of pages. */
  | { readonly state: 'missing' }
  | { readonly state: 'no-pages' };

export function createFilePages(open: SearchedCollection) {
  const known = new Map<number, Promise<readonly PageSpan[]>>();
  const list = (fileIndex: number): Promise<readonly PageSpan[]> => {
    const spans = known.get(fileIndex) ?? readSpans(open, fileIndex);
    known.set(fileIndex, spans);
    return spans;
  };
  return {
    async find(fileIndex: number, cited: Address): Promise<FoundPage> {
      const spans = await list(fileIndex);
      if (spans.length === 0) return { state: 'no-pages' };
      return findSpans(spans, cited);
    },
    /** Returns the pages that contain these lines; undefined for a file without pages. */
    async name(fileIndex: number, [first, last]: readonly [number, number]): Promise<string | undefined> {
      const spans = (await list(fileIndex)).filter(({ lines }) => lines[0] <= last && lines[1] >= first);
      return spans.length === 0 ? undefined : toName(spans);
    },
  };
}

export type FilePages = ReturnType<typeof createFilePages>;

async function readSpans(open: SearchedCollection, fileIndex: number): Promise<readonly PageSpan[]> {
  const { kind } = open.fileNames(fileIndex);
  if (kind !== 'document') return [];
  await open.prepareChunks([fileIndex]);
  return toRows(open, fileIndex).flatMap(({ startLine, endLine, address, places }) => {
    const own = listPlaces({ kind, startLine, address, places });
    return own.flatMap(({ line, address: name }, i): PageSpan[] => {
      const parsed = parseAddress(name);
      const last = (own[i + 1]?.line ?? endLine + 1) - 1;
      return parsed === undefined ? [] : [{ name, address: parsed, lines: [line, last] }];
    });
  });
}

function findSpans(spans: readonly PageSpan[], cited: Address): FoundPage {
  // All spans of the cited unit or sheet.
  const all = spans.filter(({ address }) => overlaps(address, { ...cited, first: 0, last: Number.POSITIVE_INFINITY }));
  const end = all.reduce<PageSpan | undefined>(
    (most, span) => (span.address.last > (most?.address.last ?? 0) ? span : most),
    undefined,
  );
  if (end === undefined || cited.first < 1) return { state: 'missing' };
  const found = all.filter(({ address }) => overlaps(address, cited));
  if (cited.last > end.address.last) return { state: found.length > 0 ? 'partly' : 'past-end', lastPage: end.name };
  // Rows above a sheet's first range are its header, which is written with that range.
  const held = found.length === 0 && cited.unit === 'row' ? all.slice(0, 1) : found;
  if (held.length === 0)
    return { state: 'there', page: toRangeText(`${cited.unit} ${cited.first}`, `${cited.unit} ${cited.last}`) };
  const lines = [held[0]?.lines[0] ?? 1, held.at(-1)?.lines[1] ?? 1] as const;
  return { state: 'there', page: toName(held), lines };
}

function toName(spans: readonly PageSpan[]): string {
  return toRangeText((spans[0] as PageSpan).name, (spans.at(-1) as PageSpan).name);
}
