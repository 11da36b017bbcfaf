import { toAsciiLower } from '../lib/ascii.ts';
import { ANCHOR, scanBlocks, toHeadingText } from './blocks.ts';

/** The name of a heading in links: as written, `Operations {#operations}`, or as GitHub makes it. */
export function toAnchor(name: string): string {
  return toAsciiLower(name)
    .replace(/[!-,./:-@[-^`{-~\u2000-\u206f\u3000-\u303f]/g, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Finds the heading at or above a place in a text. */
export function findHeading(text: string, at: number): { readonly name: string; readonly anchor: string } | undefined {
  const line = text.slice(0, at).split('\n').length - 1;
  const found = scanBlocks(text).headings.findLast((heading) => heading.line <= line);
  if (found === undefined) return undefined;
  const name = toHeadingText(found);
  return { name, anchor: ANCHOR.exec(found.raw)?.[1] ?? toAnchor(name) };
}
