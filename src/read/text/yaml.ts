import type { Cut } from '../../model/cut.ts';
import type { Lines } from './lines.ts';
import { cutRanges } from './pack-entries.ts';
import { addressAt, type TextScan } from './text-scanner.ts';

const HASH = 35;
const DASH = 45;

/** Finds the top-level keys, and the next level where a member is larger than a chunk. Several documents in one file are elements of an array. */
export function scanYaml(lines: Lines, targetChars: number): TextScan {
  const documents = findDocuments(lines);
  const cuts: Cut[] = [];
  documents.forEach((document, i) => {
    const isOne = documents.length === 1;
    const root = isOne ? '$' : `$[${i}]`;
    const members = isOne || lines.size(document.from, document.to) > targetChars ? findMembers(lines, document) : [];
    if (members.length > 0)
      for (const cut of cutMembers(lines, members, { ...document, root, targetChars })) cuts.push(cut);
    else if (!isOne) cuts.push(addressAt(document.from, 1, root));
  });
  return { cuts };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A document with only comments belongs to the next one. */
function findDocuments(lines: Lines): Span[] {
  const documents: Span[] = [];
  let from = 0;
  let hasContent = false;
  for (let line = 0; line < lines.count; line++) {
    const first = lines.code(line, 0);
    if (first === DASH && isDocumentMark(lines, line)) {
      if (hasContent) documents.push({ from, to: line });
      if (hasContent) from = line;
      hasContent = lines.end(line) - lines.start(line) > 4;
    } else if (!hasContent) hasContent = first !== HASH && first !== 37 && !lines.isBlank(line);
  }
  if (hasContent) documents.push({ from, to: lines.count });
  else if (documents.length > 0) documents.push({ ...(documents.pop() as Span), to: lines.count });
  return documents;
}

function isDocumentMark(lines: Lines, line: number): boolean {
  const next = lines.code(line, 3);
  return lines.startsWith(line, '---') && (next < 0 || next === 32 || next === 9);
}

interface Member {
  /** Includes the comments right above it. */
  readonly from: number;
  readonly line: number;
  /** `.key`; empty for an item of a sequence. */
  readonly step: string;
  /** Text after the colon, if any. */
  readonly value: string;
}

/** Finds the keys or items at the indent of the first one. Block scalars and other continuations are indented further. */
function findMembers(lines: Lines, { from, to }: Span): Member[] {
  const members: Member[] = [];
  let indent = -1;
  let isSequence = false;
  let comment = -1;
  for (let line = from; line < to; line++) {
    const own = lines.indent(line);
    const first = lines.code(line, own);
    if (first === HASH) {
      if (comment < 0) comment = line;
      continue;
    }
    const lead = comment >= 0 ? comment : line;
    comment = -1;
    if (first < 0 || first === 37 || (own === 0 && first === DASH && isDocumentMark(lines, line))) continue;
    const isItem = first === DASH && isSpaceAt(lines, line, own + 1);
    if (indent < 0) {
      indent = own;
      isSequence = isItem;
    }
    // A tab is not indentation.
    if (own !== indent || isItem !== isSequence || (own > 0 && lines.code(line, own - 1) === 9)) continue;
    const key = isItem ? { step: '', value: '' } : findKey(lines, line, own);
    if (key) members.push({ from: lead, line, ...key });
  }
  return members;
}

interface Place extends Span {
  /** Address of the members' container. */
  readonly root: string;
  readonly targetChars: number;
}

function cutMembers(lines: Lines, members: readonly Member[], { from, to, root, targetChars }: Place): Cut[] {
  if (members[0]?.step === '') return cutItems(lines, members, { from, to, root, targetChars }, 1);
  const cuts: Cut[] = [];
  members.forEach((member, i) => {
    const begin = i === 0 ? from : member.from;
    const end = members[i + 1]?.from ?? to;
    const address = root + member.step;
    const isLarge = lines.size(begin, end) > targetChars && !SCALAR.test(member.value);
    const inner = isLarge ? findMembers(lines, { from: member.line + 1, to: end }) : [];
    if (inner.length === 0) cuts.push(addressAt(begin, 1, address));
    else if (inner[0]?.step === '') {
      for (const cut of cutItems(lines, inner, { from: begin, to: end, root: address, targetChars }, 2)) cuts.push(cut);
    } else
      inner.forEach((child, n) => {
        cuts.push(addressAt(n === 0 ? begin : child.from, 2, address + child.step));
      });
  });
  return cuts;
}

function cutItems(
  lines: Lines,
  items: readonly Member[],
  { from, to, root, targetChars }: Place,
  level: number,
): Cut[] {
  const toAddress = (first: number, last: number): string =>
    first === last ? `${root}[${first}]` : `${root}[${first}:${last + 1}]`;
  return cutRanges(lines, { starts: items.map((item) => item.from), end: to, from, level, toAddress }, targetChars);
}

/** Anything but an anchor or a tag: no mapping follows. */
const SCALAR = /^(?:[&!]\S*\s+)*[^&!#\s]/;

/** A longer key is text. */
const MAX_KEY = 200;

function findKey(lines: Lines, line: number, from: number): { step: string; value: string } | undefined {
  const text = lines.text.slice(
    lines.start(line) + from,
    Math.min(lines.end(line), lines.start(line) + from + MAX_KEY),
  );
  const quote = text[0];
  const found = (quote === '"' ? DOUBLE : quote === "'" ? SINGLE : PLAIN).exec(text);
  if (!found) return undefined;
  const raw = found[1] as string;
  const key = quote === "'" ? raw.replaceAll("''", "'") : quote === '"' ? raw.replace(/\\(["\\/])/g, '$1') : raw;
  return { step: toStep(key), value: text.slice(found[0].length).trim() };
}

const DOUBLE = /^"((?:[^"\\]|\\.)*)"[ \t]*:(?=[ \t]|$)/;
const SINGLE = /^'((?:[^']|'')*)'[ \t]*:(?=[ \t]|$)/;
/** A colon ends it only before white space; a hash after white space begins a comment. */
const PLAIN =
  /^((?![&*!|>%@`"'#{}[\],]|[-?:](?:[ \t]|$))(?:[^:#\s]|:(?=\S)|(?<=\S)#|[ \t]+(?=[^\s#:]))+)[ \t]*:(?=[ \t]|$)/;

/** Writes a step as in JSON addresses. */
function toStep(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function isSpaceAt(lines: Lines, line: number, column: number): boolean {
  const code = lines.code(line, column);
  return code < 0 || code === 32 || code === 9;
}
