import { toAsciiLower } from '../../lib/ascii.ts';
import type { Cut } from '../../model/cut.ts';
import { toName } from '../to-name.ts';
import type { Lines } from './lines.ts';
import { headingAt, type TextScan } from './text-scanner.ts';

const STAR = 42;
const HASH = 35;

/** Finds Org headlines. A star in the first column is one even inside a block: Org puts a comma before it there. */
export function scanOrg(lines: Lines): TextScan {
  const cuts: Cut[] = [];
  const settings = new Map<string, string>();
  const keywords = new Set(['TODO', 'DONE']);
  for (let line = 0; line < lines.count; line++) {
    const first = lines.code(line, 0);
    if (first === HASH) noteSetting(lines.slice(line), settings, keywords);
    if (first !== STAR) continue;
    let level = 1;
    while (lines.code(line, level) === STAR) level++;
    if (lines.code(line, level) !== 32) continue;
    const name = toHeadline(lines.slice(line).slice(level, level + MAX_RAW), keywords);
    if (name !== '') cuts.push(headingAt(line, Math.min(level, 6), name));
  }
  const title = settings.get('title');
  const description = settings.get('description');
  return { cuts, title, description };
}

const MAX_RAW = 300;
const SETTING = /^#\+([A-Za-z_]+):[ \t]*(\S.*)$/;

/** Reads `#+TITLE: …`, and the keywords of `#+TODO: OPEN(o) | CLOSED(c)`. */
function noteSetting(text: string, settings: Map<string, string>, keywords: Set<string>): void {
  const found = SETTING.exec(text.slice(0, 2_000));
  if (!found) return;
  const name = toAsciiLower(found[1] as string);
  const value = found[2] as string;
  if (/^(?:seq_|typ_)?todo$/.test(name)) {
    for (const word of value.split(/[\s|]+/)) if (word !== '') keywords.add(word.replace(/\(.*$/, ''));
  } else if (!settings.has(name)) settings.set(name, toText(value));
}

function toHeadline(raw: string, keywords: ReadonlySet<string>): string {
  let text = raw.trim();
  const [word = ''] = text.split(/\s/, 1);
  if (keywords.has(word)) text = text.slice(word.length).trimStart();
  text = text.replace(/^\[#[A-Za-z0-9]\]\s*/, '').replace(/^COMMENT\s+/, '');
  const last = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1;
  return toText(TAGS.test(text.slice(last)) ? text.slice(0, last) : text);
}

const TAGS = /^:(?:[\w@#%\u0080-\uffff]+:)+$/;

/** Replaces links with their description and emphasis with its text. */
function toText(raw: string): string {
  const text = raw
    .replace(/\[\[([^[\]]+)\](?:\[([^[\]]+)\])?\]/g, (_, target: string, label?: string) => label ?? target)
    .replace(/<<<?([^<>]+)>>>?/g, '$1')
    .replace(/(^|[\s('"{-])([*/_=~+])(\S(?:[^\n]*?\S)?)\2(?=$|[\s)'"}.,;:!?-])/g, '$1$3');
  return toName(text);
}
