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

export const BETWEEN = '…';

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
