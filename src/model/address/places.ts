import { BETWEEN, toDisplayAddress, toRangeText } from './address.ts';

/** The address of the text from a line on, up to the next place. */
export interface Place {
  readonly line: number;
  readonly address: string;
}

interface Placed {
  readonly kind?: string;
  readonly start_line: number;
  readonly address?: string;
  readonly places?: readonly Place[];
}

/** Lists the places of a chunk of a document with pages, in order, the first on its first line; none for other chunks. */
export function listPlaces({ kind, start_line, address, places }: Placed): readonly Place[] {
  if (kind !== 'document' || address === undefined || address === '') return [];
  return places ?? [{ line: start_line, address: toDisplayAddress(address) }];
}

/** Finds the page of a line, given all chunks of its file in order; undefined for a file without pages. */
export function createPageAt(chunks: readonly Placed[]): (line: number) => string | undefined {
  const places = chunks.flatMap(listPlaces);
  return (line) => places.findLast((place) => place.line <= line)?.address;
}

/** Returns the pages of some lines of a chunk; undefined if it has no pages, or not all of the lines. */
export function toPagesText(
  chunk: Placed & { readonly end_line: number },
  [first, last]: readonly [number, number],
): string | undefined {
  if (first < chunk.start_line || last > chunk.end_line) return undefined;
  const pageAt = createPageAt([chunk]);
  const [from, to] = [pageAt(first), pageAt(last)];
  return from === undefined || to === undefined ? undefined : toRangeText(from, to);
}

const MARK = '\u001f';

/**
 * Encodes an address for leaves and published rows. A chunk that spans several places has all of them, with the lines between its first line and
 * theirs: `p. 1`, then `12 p. 2`, `30 p. 3`, a unit separator before each.
 */
export function encodeAddress(address: string, startLine: number, places: readonly Place[] | undefined): string {
  if (places === undefined) return address;
  return places.map((place, i) => (i === 0 ? place.address : `${place.line - startLine} ${place.address}`)).join(MARK);
}

interface Addressed {
  readonly address: string;
  readonly places?: readonly Place[];
}

type MaybePlaced = Omit<Addressed, 'places'> & { readonly places?: readonly Place[] | undefined };

/** Returns malformed text unchanged, as the address: published rows are untrusted. */
export function decodeAddress(stored: string, startLine: number): Addressed {
  if (!stored.includes(MARK)) return { address: stored };
  const [first = '', ...others] = stored.split(MARK);
  const places: Place[] = [{ line: startLine, address: first }];
  for (const other of others) {
    const [, lines, address] = /^(\d{1,9}) (.+)$/s.exec(other) ?? [];
    if (lines === undefined || address === undefined) return { address: stored };
    places.push({ line: startLine + Number(lines), address });
  }
  return { address: joinAddresses(places), places };
}

/** Joins several places as `p. 1…p. 3`. */
function joinAddresses(places: readonly Place[]): string {
  const [first, last] = [places[0]?.address ?? '', places.at(-1)?.address ?? ''];
  return first === last ? first : first + BETWEEN + last;
}

/** Returns the part of a chunk's places on some of its lines. */
export function cutPlaces({ address, places }: MaybePlaced, [first, last]: readonly [number, number]): Addressed {
  if (places === undefined) return { address };
  const next = places.findIndex(({ line }) => line > first);
  const from = next < 0 ? places.length - 1 : Math.max(0, next - 1);
  const kept = places.slice(from).filter(({ line }) => line <= last);
  const own = kept.map(({ line, address: name }) => ({ line: Math.max(first, line), address: name }));
  if (own.length < 2) return { address: own[0]?.address ?? address };
  return { address: joinAddresses(own), places: own };
}

/** Returns the same places with each name changed. */
export function mapPlaces({ address, places }: MaybePlaced, change: (name: string) => string): Addressed {
  if (places === undefined) return { address: change(address) };
  const changed = places.map((place) => ({ ...place, address: change(place.address) }));
  return { address: joinAddresses(changed), places: changed };
}
