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
