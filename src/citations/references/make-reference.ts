import type { Reference } from './reference.ts';

interface Parts extends Pick<Reference, 'key' | 'type' | 'title' | 'authors' | 'files' | 'fields'> {
  readonly date: string;
  readonly doi: string;
}

export function toReference({ date, doi, ...parts }: Parts): Reference {
  const year = /(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)/.exec(date)?.[1];
  const own = toDoi(doi);
  const key = parts.key === '' ? toKey(parts.authors, year, parts.title) : parts.key;
  return { ...parts, key, ...(year && { year: Number(year) }), ...(own && { doi: own }) };
}

/** Returns a DOI in lower case, without the address of its resolver. */
export function toDoi(text: string): string | undefined {
  return /10\.\d{4,9}\/\S+/
    .exec(text)?.[0]
    .toLowerCase()
    .replace(/[.,;]+$/, '');
}

/** Makes a key as reference managers do: `lovelace1843notes`. */
export function toKey(authors: readonly string[], year: string | number | undefined, title: string): string {
  const words = foldTitle(title)
    .split(' ')
    .filter((word) => word.length > 3);
  const last = foldTitle(authors[0]?.split(' ').at(-1) ?? '').replaceAll(' ', '');
  return `${last}${year ?? ''}${words[0] ?? ''}` || 'untitled';
}

/** Turns `van Gogh, Jr, Vincent` into `Vincent van Gogh Jr`, from its parts. */
export function joinName([last = '', middle = '', first]: readonly string[]): string {
  return [first ?? middle, last, first === undefined ? '' : middle].filter(Boolean).join(' ');
}

const SUFFIX = /^(?:Jr|Sr|II|III|IV|Inc|Ltd|LLC|GmbH)\.?$/;

/** Turns a name round that a person typed last name first; `Lights, Inc.` and longer lists are not such names. */
export function turnName(name: string): string {
  const parts = name.split(',').map((part) => part.trim());
  const [, middle = ''] = parts;
  const isLastFirst = parts.length === 3 ? SUFFIX.test(middle) : parts.length === 2 && !SUFFIX.test(middle);
  return isLastFirst ? joinName(parts) : name;
}

/** Folds a title to words without accents, marks and case, to compare it. */
export function foldTitle(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
