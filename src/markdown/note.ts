import { findFirst } from '../lib/binary-search.ts';
import { createLineCounter } from '../lib/lines.ts';
import type { FileLink } from '../model/cut.ts';
import { closesFence, openFence } from './fences.ts';
import { readFrontMatter } from './front-matter.ts';
import { readWikiLink } from './wiki-link.ts';

/** Properties, tags and links of a Markdown file. */
export interface Note {
  /** Title property of a Logseq page; the kernel reads front matter. */
  readonly title: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly links: readonly FileLink[];
}

export const NO_NOTE: Note = { title: '', aliases: [], tags: [], links: [] };

/** Bounds for hostile files; real notes stay far below. */
const MAX_ITEMS = 1_000;
const MAX_PLACES = 20_000;
const MAX_HEAD = 1 << 16;
const MAX_ITEM_CHARS = 200;
/** Text before a place that is searched for the start of inline code. */
const MAX_BEFORE = 1_000;

/** Finds properties, tags and links to files. */
export function readNote(text: string): Note {
  const lineOf = createLineCounter(text);
  const { title, aliases, tags } = readHead(text);
  const isCode = createCodeTest(text);
  const lead = text.startsWith('[') ? '\n' : '';
  const led = lead + text;
  const found = [
    ...findTargets(text, '[[', (at) => readWikiLink(text, at)?.target, isCode),
    ...findTargets(text, '](', (at) => readAddress(text, INLINE_LINK, at), isCode),
    ...findTargets(led, '\n[', (at) => readAddress(led, DEFINITION, at), isCode, 1 - lead.length),
  ].sort((a, b) => a.at - b.at);
  const links = new Map<string, FileLink>();
  for (const { target, at } of found) {
    if (links.size === MAX_ITEMS) break;
    if (!links.has(target)) links.set(target, { target, line: lineOf(at) });
  }
  const allTags = new Set([...tags, ...findTags(text, isCode)]);
  return { title, aliases, tags: [...allTags].slice(0, MAX_ITEMS), links: [...links.values()] };
}

/** Properties at the top of a Logseq page. */
const PROPERTIES = /^(?:[a-z-]{1,40}::[ \t].*(?:\n|$)){1,100}/i;
const FIELD =
  /^(title|alias|aliases|tag|tags)[ \t]*(?:::|[:=])[ \t]*(\[[^[\]]*\]$|\S.*$|(?:\n[ \t]*-[ \t].*|\n[ \t]+.*){1,500})/gm;

function readHead(text: string): Pick<Note, 'title' | 'aliases' | 'tags'> {
  const front = readFront(text);
  const head = front ?? PROPERTIES.exec(text.slice(0, MAX_HEAD))?.[0] ?? '';
  let title = '';
  const aliases = new Set<string>();
  const tags = new Set<string>();
  for (const [, key = '', value = ''] of head.matchAll(FIELD)) {
    if (key === 'title') title ||= front === undefined ? value.trim() : '';
    else
      for (const item of toItems(value, front !== undefined && key.startsWith('tag')))
        (key.startsWith('tag') ? tags : aliases).add(item);
  }
  return { title, aliases: [...aliases].slice(0, MAX_ITEMS), tags: [...tags].slice(0, MAX_ITEMS) };
}

function readFront(text: string): string | undefined {
  if (!text.startsWith('---') && !text.startsWith('+++')) return undefined;
  const lines = text.slice(0, MAX_HEAD).split('\n');
  const end = readFrontMatter(lines)?.end;
  return end === undefined ? undefined : lines.slice(1, end - 1).join('\n');
}

/** `[a, "b, c"]`, `- a` lines, or a text with commas; tags in front matter may have only spaces between them. A list without its end has no items. */
function toItems(value: string, spaces: boolean): string[] {
  const text = value.trim();
  const list = /^\[(?!\[)([^[\]]*)(\]?)/.exec(text);
  const items = list
    ? (list[2] && list[1]?.match(/"[^"]*"|'[^']*'|[^,"']+/g)) || []
    : /^-[ \t]/.test(text)
      ? text.split('\n').map((line) => line.replace(/^[ \t]*-/, ''))
      : text.split(spaces && !/^["']/.test(text) ? /[,\s]+/ : ',');
  return items.map(toItem).filter((item) => item !== '' && item.length <= MAX_ITEM_CHARS);
}

function toItem(text: string): string {
  return text
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/^#?\[\[(.*)\]\]$/, '$1')
    .replace(/^#/, '')
    .trim();
}

// Each begins at the sign it is looked for by.
const INLINE_LINK = /\]\([ \t]*(?:<([^<>\n]{1,500})>|([^\s<>()]{1,500}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?))/y;
const DEFINITION = /\n\[[^\]\n]{1,200}\]:[ \t]*(?:<([^<>\n]{1,500})>|([^\s<>]{1,500}))/y;

type CodeTest = (at: number) => boolean;

/** `shift`: from the sign to the place of the link. */
function findTargets(
  text: string,
  sign: string,
  readTarget: (at: number) => string | undefined,
  isCode: CodeTest,
  shift = 0,
): { target: string; at: number }[] {
  const found: { target: string; at: number }[] = [];
  let left = MAX_PLACES;
  for (let at = text.indexOf(sign); at >= 0 && left > 0; at = text.indexOf(sign, at + 1), left--) {
    const target = readTarget(at);
    if (target && !isCode(at + shift)) found.push({ target, at: at + shift });
  }
  return found;
}

/** Returns the path of a link inside the collection; empty for an address or a place in the file itself. */
function readAddress(text: string, link: RegExp, at: number): string {
  link.lastIndex = at;
  const match = link.exec(text);
  const written = match?.[1] ?? match?.[2] ?? '';
  // Most have none of these; a pattern for each would take longer than finding them.
  const path = written.includes('#') || written.includes('?') ? written.replace(/[#?].*$/, '') : written;
  if (path.startsWith('//') || (path.includes(':') && /^[a-z][a-z0-9+.-]*:/i.test(path))) return '';
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Letters, digits, `_`, `-` and `/` in any script, by ranges, since the classes of Unicode differ between engines. */
const TAG_CHAR = String.raw`[\w/\-\u00aa-\u1fff\u2c00-\u2fef\u3005-\u3007\u3040-\udfff\uf900-\ufdff\uff10-\uffdc]`;
const TAG = new RegExp(`#((?![\\d/-])${TAG_CHAR}{1,100})(?!${TAG_CHAR})`, 'y');
const COLOUR = /^(?=.*\d)(?:[0-9a-f]{3}){1,2}$/i;

function findTags(text: string, isCode: CodeTest): Set<string> {
  const tags = new Set<string>();
  let left = MAX_PLACES;
  for (let at = text.indexOf('#'); at >= 0 && left > 0; at = text.indexOf('#', at + 1)) {
    const before = text[at - 1] ?? '\n';
    // Most are headings.
    if (!' \n\t(,;'.includes(before) || text[at + 1] === ' ' || text[at + 1] === '#') continue;
    left--;
    TAG.lastIndex = at;
    const tag = TAG.exec(text)?.[1]?.replace(/[/-]+$/, '');
    const isAnchor = before === '(' && text[at - 2] === ']';
    if (tag && !isAnchor && !COLOUR.test(tag) && !isCode(at)) tags.add(tag);
  }
  return tags;
}

/** In a paragraph, or from the start of a line to the end of another one. A word before the signs is no comment: `50%%`. */
const COMMENT =
  /(?<![\w%])%%(?:(?!%%|\n[ \t>]*\r?\n)[\s\S])+%%|(?<=(?:^|\n)[ \t>]*)%%(?:(?!%%)[\s\S])+%%(?=[ \t]*(?:\r?\n|$))/g;

/** Removes the comments of a note, `%%…%%`, outside of code and front matter. Lines stay lines, with the marks of quotations. */
export function hideComments(text: string): string {
  if (!text.includes('%%')) return text;
  const isCode = createCodeTest(text);
  let shown = '';
  let from = 0;
  const lines = text.split('\n');
  COMMENT.lastIndex = lines.slice(0, readFrontMatter(lines)?.end ?? 0).join('\n').length;
  for (let found = COMMENT.exec(text); found !== null; found = COMMENT.exec(text)) {
    const { 0: comment, index } = found;
    if (isCode(index)) COMMENT.lastIndex = index + 2;
    else {
      const [, ...more] = comment.split('\n');
      shown += text.slice(from, index) + more.map((line) => `\n${/^[ \t>]*/.exec(line)?.[0]}`).join('');
      from = index + comment.length;
    }
  }
  return shown + text.slice(from);
}

const MARK = /`{3,}|~{3,}/g;
/** Quotes and list items that begin with a fence. */
const BEFORE_FENCE = /^[ \t>]{0,20}(?:[-*+][ \t]+)?$/;
const CODE_SPAN = /(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g;

/** Tests whether an offset is in a fenced block or in inline code. */
function createCodeTest(text: string): CodeTest {
  let fences: Fences | undefined;
  return (at) => {
    fences ??= findFences(text);
    const { starts, ends } = fences;
    const fence = findFirst(ends.length, (i) => (ends[i] as number) >= at);
    if (fence < ends.length && (starts[fence] as number) <= at) return true;
    const before = text.slice(Math.max(0, at - MAX_BEFORE), at);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    if (!line.includes('`')) return false;
    const mark = /`+/.exec(line.replace(CODE_SPAN, ''))?.[0];
    return (
      mark !== undefined &&
      text
        .slice(at, at + MAX_BEFORE)
        .split('\n', 1)[0]
        ?.includes(mark) === true
    );
  };
}

interface Fences {
  readonly starts: number[];
  readonly ends: number[];
}

/** Looks at lines with marks only: trying the pattern at every line takes longer than reading all links. */
function findFences(text: string): Fences {
  const starts: number[] = [];
  const ends: number[] = [];
  let open: string | undefined;
  MARK.lastIndex = 0;
  for (let found = MARK.exec(text); found !== null; found = MARK.exec(text)) {
    const at = found.index;
    let start = at;
    while (start > 0 && ' \t>-*+'.includes(text[start - 1] as string)) start--;
    if ((text[start - 1] ?? '\n') !== '\n' || !BEFORE_FENCE.test(text.slice(start, at))) continue;
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(at, end);
    MARK.lastIndex = end;
    if (open === undefined) {
      open = openFence(line);
      if (open !== undefined) starts.push(start);
    } else if (closesFence(line, open)) {
      open = undefined;
      ends.push(start);
    }
  }
  if (open !== undefined) ends.push(text.length);
  return { starts, ends };
}
