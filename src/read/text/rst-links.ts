import { countFeeds } from '../../lib/lines.ts';
import type { FileLink } from '../../model/cut.ts';

/** Bounds for hostile files. */
const MAX_LINKS = 1_000;

/** `:doc:` roles, links with a path, included files and images, and the entries of a toctree. */
const LINK =
  /:doc:`(?:[^`<>\n]{0,200}<)?([^`<>\n]{1,200})>?`|`[^`<>\n]{1,200}<([^`<>\n]{1,200})>`_|^\.\. (?:include|literalinclude|image|figure):: +(\S{1,200})|^\.\. toctree::((?:\n[ \t]+.{0,300}|\n[ \t]*){1,500})/gm;
const ENTRY = /^[ \t]+(?![: \t])(?:[^<>\n]{0,200}<)?([^<>\n]{1,200})>?[ \t]*$/gm;

/** Finds the links of a reStructuredText file to others, each at its first place. */
export function findRstLinks(text: string): FileLink[] {
  const links = new Map<string, FileLink>();
  let line = 1;
  let at = 0;
  const add = (written: string, offset: number): void => {
    const target = written.trim().replace(/[#?].*$/, '');
    line += countFeeds(text, at, offset);
    at = offset;
    const isFile = target !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
    if (isFile && !links.has(target) && links.size < MAX_LINKS) links.set(target, { target, line });
  };
  for (const { 1: doc, 2: path, 3: file, 4: entries, index } of text.matchAll(LINK)) {
    const written = doc ?? path ?? file;
    if (written !== undefined) add(written, index);
    if (entries === undefined) continue;
    const start = text.indexOf(entries, index);
    for (const entry of entries.matchAll(ENTRY)) add(entry[1] as string, start + entry.index);
  }
  return [...links.values()];
}
