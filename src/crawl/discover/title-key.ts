import { toAsciiLower } from '../../lib/ascii.ts';
import { toPlainText } from '../../markdown/links.ts';

/** Normalises a title for comparison: no markup, punctuation, case, or the `(2)` or `(Folder)` a generator adds to tell two apart. */
export function toTitleKey(title: string): string {
  return toAsciiLower(toPlainText(title))
    .replace(/\s*\((?:\d+|[\w -]{1,40})\)$/, '')
    .replace(/[\u200B\uFEFF]/g, '')
    .replace(/[\s!-/:-@[-`{-~\u2013\u2014\u2018-\u201D]+/g, ' ')
    .trim();
}

/** Joins the ASCII words with `-`; empty when the text has none. */
export function toSlug(text: string): string {
  return toAsciiLower(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
}
