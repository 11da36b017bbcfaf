import type { Place } from '../model/chunk.ts';

/** Pages, slides or chapters by number, or rows of a sheet. Numbers are 1-based, inclusive. */
export type Address =
  | { readonly unit: Unit; readonly first: number; readonly last: number }
  | { readonly unit: 'row'; readonly sheet: string; readonly first: number; readonly last: number };

export type Unit = 'p.' | 'slide' | 'ch.';

/** `p. 12`, `slide 3`, `ch. 2`, `p. 3-7`, `slides 3-7`, `Budget!2:51`. */
export function toAddressText(address: Address): string {
  const { unit, first, last } = address;
  if (unit === 'row') return `${address.sheet}!${first}:${last}`;
  if (first === last) return `${unit} ${first}`;
  return `${unit === 'slide' ? 'slides' : unit} ${first}-${last}`;
}

/** Returns the address of one page, slide or chapter. */
export function toPageText(unit: Unit, number: number): string {
  return toAddressText({ unit, first: number, last: number });
}

const NUMBERED = /^(p\.|slides?|ch\.) (\d{1,9})(?:-(\d{1,9}))?$/;
/** Sheet names cannot contain a colon. */
const ROWS = /^([^:]+)!(\d{1,9}):(\d{1,9})$/;

/** Parses the output of `toAddressText`, and `first…last` of two such texts; undefined for other kinds of addresses (`$.services`). */
export function parseAddress(text: string): Address | undefined {
  const one = parseOne(text);
  if (one?.unit !== 'row' && one !== undefined) return one;
  for (let at = text.indexOf(BETWEEN); at >= 0; at = text.indexOf(BETWEEN, at + 1)) {
    const [first, last] = [parseOne(text.slice(0, at)), parseOne(text.slice(at + 1))];
    const joined = first && last && join(first, last);
    if (joined !== undefined) return joined;
  }
  return one;
}

const BETWEEN = '…';

function parseOne(text: string): Address | undefined {
  const numbered = NUMBERED.exec(text);
  if (numbered !== null) {
    const [, unit = '', first, last = first] = numbered;
    return { unit: (unit === 'slides' ? 'slide' : unit) as Unit, first: Number(first), last: Number(last) };
  }
  const rows = ROWS.exec(text);
  return rows === null
    ? undefined
    : { unit: 'row', sheet: rows[1] as string, first: Number(rows[2]), last: Number(rows[3]) };
}

function join(from: Address, to: Address): Address | undefined {
  const isSame = from.unit === 'row' ? to.unit === 'row' && from.sheet === to.sheet : from.unit === to.unit;
  return isSame && from.first <= to.last ? { ...from, last: to.last } : undefined;
}

/** Returns the text for a range: `p. 3-7`; for two sheets `Budget!2:51 to Costs!2:9`. */
export function toRangeText(from: string, to: string): string {
  const [first, last] = [parseAddress(from), parseAddress(to)];
  const joined = first && last && join(first, last);
  if (joined !== undefined) return toAddressText(joined);
  return from === to ? from : `${from} to ${to}`;
}

/** Turns `p. 3…p. 5` into `p. 3-5`. */
export function toDisplayAddress(address: string): string {
  const parsed = parseAddress(address);
  if (parsed !== undefined) return toAddressText(parsed);
  return address.replace(/^(.+!\d+:\d+)…(.+!\d+:\d+)$/, '$1 to $2');
}

/** Returns whether the place contains a part of the cited one. A page of a slide deck is a slide. */
export function overlaps(place: Address, cited: Address): boolean {
  if (place.unit === 'row' || cited.unit === 'row')
    return (
      place.unit === 'row' &&
      cited.unit === 'row' &&
      place.sheet === cited.sheet &&
      cited.first <= place.last &&
      cited.last >= place.first
    );
  const isSame = place.unit === cited.unit || (place.unit === 'slide' && cited.unit === 'p.');
  return isSame && cited.first <= place.last && cited.last >= place.first;
}

interface Placed {
  readonly kind?: string;
  readonly startLine: number;
  readonly address?: string;
  readonly places?: readonly Place[];
}

/** Lists the places of a chunk of a document with pages, in order, the first on its first line; none for other chunks. */
export function listPlaces({ kind, startLine, address, places }: Placed): readonly Place[] {
  if (kind !== 'document' || address === undefined || address === '') return [];
  return places ?? [{ line: startLine, address: toDisplayAddress(address) }];
}

/** Finds the page of a line, given all chunks of its file in order; undefined for a file without pages. */
export function createPageAt(chunks: readonly Placed[]): (line: number) => string | undefined {
  const places = chunks.flatMap(listPlaces);
  return (line) => places.findLast((place) => place.line <= line)?.address;
}

/** Returns the pages of some lines, given the chunks that have them; undefined for a file without pages. */
export function toPagesText(chunks: readonly Placed[], [first, last]: readonly [number, number]): string | undefined {
  const pageAt = createPageAt(chunks);
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
export function cutPlaces({ address, places }: Addressed, [first, last]: readonly [number, number]): Addressed {
  if (places === undefined) return { address };
  const next = places.findIndex(({ line }) => line > first);
  const from = next < 0 ? places.length - 1 : Math.max(0, next - 1);
  const kept = places.slice(from).filter(({ line }) => line <= last);
  const own = kept.map(({ line, address: name }) => ({ line: Math.max(first, line), address: name }));
  if (own.length < 2) return { address: own[0]?.address ?? address };
  return { address: joinAddresses(own), places: own };
}

/** Returns the same places with each name changed. */
export function mapPlaces({ address, places }: Addressed, change: (name: string) => string): Addressed {
  if (places === undefined) return { address: change(address) };
  const changed = places.map((place) => ({ ...place, address: change(place.address) }));
  return { address: joinAddresses(changed), places: changed };
}
