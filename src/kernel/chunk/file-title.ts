import { toBaseName } from '../../lib/base-name.ts';
import { fromUtf8 } from '../../lib/bytes.ts';
import { isCodeKind } from '../../model/kind.ts';
import type { LeafInput } from '../contract.ts';
import { isMdx } from './reading-mode.ts';

/** Returns the title that the name of a file of prose gives it; empty for other files. */
export function toFileTitle({ path, kind }: Pick<LeafInput, 'path' | 'kind'>): string {
  const isProse = !isCodeKind(kind) && kind !== 'json' && kind !== 'image';
  return isProse ? toNameTitle(toBaseName(path)) : '';
}

/** Identifiers that tools add: Notion's 32 digits at the end, a date or time before the words. */
const NOTION_ID = /[ _-][0-9a-f]{32}$/i;
const DATE = /^(?:\d{4}([-_.])\d{2}\1\d{2}|\d{8})(?:[T_-]?\d{4,6})?[ _-]+(?=.*[A-Za-z\u00aa-\uffff])/;

/** The name without its extension, as written. Logseq writes `/` as `___`. */
function toNameTitle(name: string): string {
  const stem = name.replace(/(?<=.)\.[^.]+$/, '');
  return stem.replace(NOTION_ID, '').replace(DATE, '').replaceAll('___', '/') || stem;
}

/** Longer exports are data. */
const MDX_HEAD = 4_000;
const FRONT_TITLE = /^---\n(?:(?!---).*\n)*?title\s*:/;
const EXPORTED =
  /^export\s+const\s+(?:title\s*(?::\s*\w+\s*)?=\s*|(?:metadata|meta|frontmatter)\s*(?::\s*\w+\s*)?=\s*\{[^}]*?\btitle\s*:\s*)(["'`])((?:(?!\1)[^\\\n]|\\.)+)\1/m;

/** Returns the title that an MDX file exports, unless its front matter has one. */
export function findMdxTitle({ path, bytes }: Pick<LeafInput, 'path' | 'bytes'>): string {
  if (!isMdx(path)) return '';
  const head = fromUtf8(bytes.subarray(0, MDX_HEAD)).replaceAll('\r\n', '\n');
  if (FRONT_TITLE.test(head)) return '';
  return EXPORTED.exec(head)?.[2]?.replace(/\\(.)/g, '$1') ?? '';
}
