import { ENTITY_NAMES } from './entity-names.ts';

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));/gi;

let named: ReadonlyMap<string, string> | undefined;

/** Replaces character references by their characters, as CommonMark does: a name that HTML does not have is text. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return getNamed().get(name) ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isValid = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    return isValid ? String.fromCodePoint(point) : '\ufffd';
  });
}

function getNamed(): ReadonlyMap<string, string> {
  if (named === undefined) {
    const words = ENTITY_NAMES.split(' ');
    named = new Map(words.flatMap((name, i) => (i % 2 === 0 ? [[name, words[i + 1] as string] as const] : [])));
  }
  return named;
}
