import { toAsciiLower } from '../lib/ascii.ts';

/** The anchor that a heading is given: `Operations {#operations}`. */
export const ANCHOR = /\s\{#([^{}\s]*)[^{}]*\}\s*$/;

/** The name of a heading in links, as GitHub makes it. */
export function toAnchor(name: string): string {
  return toAsciiLower(name)
    .replace(/[!-,./:-@[-^`{-~\u2000-\u206f\u3000-\u303f]/g, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Returns a function for the headings of one text, in order: the second of a name gets a number, as on GitHub. */
export function createAnchors(): (name: string) => string {
  const used = new Set<string>();
  return (name) => {
    const base = name.replace(/\s+/g, '-') || 'section';
    let anchor = base;
    for (let n = 1; used.has(anchor); n++) anchor = `${base}-${n}`;
    used.add(anchor);
    return anchor;
  };
}
