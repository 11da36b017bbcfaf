// By ranges: the classes of Unicode differ between engines.
const LETTER = '[\\u3041-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff]';
const PUNCTUATION =
  '[!-/:-@[-`{-~\\u00a1-\\u00bf\\u2010-\\u205e\\u3001-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65]';
const STRONG = new RegExp(`^\\*\\*(?![\\s*])([^*\\n]{0,1000}${PUNCTUATION})\\*\\*(?=${LETTER})`);

/** Finds strong text at the start that ends in punctuation before a letter of a script without spaces: `**力（ちから）**は`. CommonMark takes such marks for text. */
export function findCjkStrong(src: string): { readonly raw: string; readonly text: string } | undefined {
  const [raw, text] = STRONG.exec(src) ?? [];
  return raw === undefined || text === undefined ? undefined : { raw, text };
}
