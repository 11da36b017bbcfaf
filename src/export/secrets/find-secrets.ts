import { looksIssued, looksLikePassphrase, looksRandom } from './looks-random.ts';
import { SECRET_RULES, type SecretRule } from './rules.ts';

/** Half-open UTF-16 span of the value alone: quotes, names and schemes around it stay. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** In order, without overlap. Linear in the text: every pattern is bounded and tried only where its anchor stands. */
export function findSecrets(text: string): SecretSpan[] {
  const found = [
    ...findPrivateKeys(text),
    ...findShapes(text),
    ...findDiscordTokens(text),
    ...findPrefixed(text),
    ...findUrls(text),
    ...findAssignments(text),
  ];
  return mergeSpans(found);
}

interface ReadyRule {
  readonly rule: SecretRule;
  readonly pattern: RegExp;
  readonly before: RegExp | undefined;
}

const RULES_BY_ANCHOR = /* @__PURE__ */ groupRules();
const ANCHORS = /* @__PURE__ */ new RegExp(
  [...RULES_BY_ANCHOR.keys()].sort(longestFirst).map(escapePattern).join('|'),
  'g',
);
/** A key longer than this is not one. */
const MAX_KEY_CHARS = 16_384;
const MAX_BEFORE_CHARS = 40;
/** Nothing else begins like `ghp_` or `AKIA`: whatever follows in the right form is masked, made-up ones too. */
const STRONG_ANCHOR_CHARS = 4;

function* findShapes(text: string): Generator<SecretSpan> {
  ANCHORS.lastIndex = 0;
  for (let match = ANCHORS.exec(text); match; match = ANCHORS.exec(text)) {
    const anchor = match[0];
    // Anchors overlap (`sk-` in `sk-ant-`): every one that fits here is tried, then the search goes on one character later.
    for (const prefix of prefixesOf(anchor)) {
      for (const ready of RULES_BY_ANCHOR.get(prefix) ?? []) {
        const span = matchRule(text, match.index, prefix, ready);
        if (span) yield span;
      }
    }
    ANCHORS.lastIndex = match.index + 1;
  }
}

function matchRule(text: string, at: number, anchor: string, ready: ReadyRule): SecretSpan | undefined {
  const { rule, pattern, before } = ready;
  const start = before ? findStart(text, at, before) : at;
  if (start === undefined || (start > 0 && isWordAt(text, start - 1))) return undefined;
  pattern.lastIndex = at + anchor.length;
  const match = pattern.exec(text);
  if (!match || isWordAt(text, pattern.lastIndex)) return undefined;
  const end = trimEnd(text, pattern.lastIndex);
  // The name of a value is not the value: `Bearer `, `AccountKey=` and the like stay readable.
  const valueStart = /[ =]$/.test(anchor) ? at + anchor.length : start;
  const token = before ? text.slice(start, end) : text.slice(at + anchor.length, end);
  if (rule.weak ? !looksRandom(token) : anchor.length < STRONG_ANCHOR_CHARS && !looksIssued(token)) return undefined;
  return { start: valueStart, end, kind: rule.kind };
}

function findStart(text: string, at: number, before: RegExp): number | undefined {
  const match = before.exec(text.slice(Math.max(0, at - MAX_BEFORE_CHARS), at));
  return match ? at - match[0].length : undefined;
}

/** PEM blocks and PuTTY keys from their first to their last line. */
function* findPrivateKeys(text: string): Generator<SecretSpan> {
  const begin = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[0-9]/g;
  const endMark = /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: ?[0-9a-f]{0,80}/g;
  let end: RegExpExecArray | null | undefined;
  let after = 0;
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    if (match.index < after) continue;
    // The end found for one beginning, or that there is none, serves the next: else each would read the rest of the text.
    if (end === undefined || (end !== null && end.index < match.index)) {
      endMark.lastIndex = match.index;
      end = endMark.exec(text);
    }
    after = end ? end.index + end[0].length : Infinity;
    if (end && end.index - match.index < 64) {
      after = match.index + 1;
      continue;
    }
    if (after - match.index > MAX_KEY_CHARS) after = findKeyText(text, begin.lastIndex);
    if (after > begin.lastIndex) yield { start: match.index, end: after, kind: 'private-key' };
  }
}

/** A key that was cut off has no last line: as far as its text looks like one, on lines of its own or in a string. */
function findKeyText(text: string, from: number): number {
  const lines = /(?:(?:\\[rn]|[\r\n\t "',>])+[A-Za-z0-9+/=]{16,}){1,2000}/y;
  lines.lastIndex = from;
  const match = lines.exec(text);
  return match && match[0].length >= 64 ? lines.lastIndex : from;
}

/** Bot tokens have no prefix: an encoded id, a time and a signature. */
function* findDiscordTokens(text: string): Generator<SecretSpan> {
  const pattern = /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_-])/g;
  for (const match of text.matchAll(pattern)) {
    if (looksIssued(match[0])) yield { start: match.index, end: match.index + match[0].length, kind: 'discord-token' };
  }
}

/** What the table does not know yet but looks like all the others: a short name, an underscore, a long random rest. */
function* findPrefixed(text: string): Generator<SecretSpan> {
  const pattern = /(?<![A-Za-z0-9_-])[a-z][a-z0-9]{1,9}_(?:[a-z0-9]{1,8}_)?([A-Za-z0-9]{28,256})(?![A-Za-z0-9])/g;
  for (const match of text.matchAll(pattern)) {
    const tail = match[1] as string;
    const isMixed = /[a-z]/.test(tail) && /[A-Z]/.test(tail) && /[0-9].*[0-9].*[0-9]/.test(tail);
    if (isMixed && looksRandom(tail)) yield { start: match.index, end: match.index + match[0].length, kind: 'token' };
  }
}

/** `scheme://user:password@host`. */
function* findUrls(text: string): Generator<SecretSpan> {
  const pattern = /[a-z0-9]:\/\/([^\s:@/"'`<>]{0,64}):([^\s:@/"'`<>]{6,128})@[A-Za-z0-9[]/g;
  for (const match of text.matchAll(pattern)) {
    const password = match[2] as string;
    if (!looksRandom(password)) continue;
    const start = match.index + 4 + (match[1] as string).length + 1;
    yield { start, end: start + password.length, kind: 'url-password' };
  }
}

const ASSIGNMENT =
  /(pass(?:word|wd|phrase|code)|(?<![A-Za-z])pass(?![A-Za-z])|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|account[_-]?key|credentials?)[A-Za-z0-9_-]{0,40}(?:["'`]|\\["'])?(?:\]|\))?[ \t]{0,8}(?:=>|:=|==?|:|,|>|[ \t])[ \t]{0,8}(?:(["'`]|\\["'])([^"'`\\\r\n]{8,256})\2?|([^\s"'`,;<>(){}[\]\\]{8,256}))/gi;

function* findAssignments(text: string): Generator<SecretSpan> {
  for (const match of text.matchAll(ASSIGNMENT)) {
    const value = match[3] ?? match[4] ?? '';
    const kind = toKind(match[1] as string);
    if (!looksRandom(value) && !(kind === 'password' && looksLikePassphrase(value))) continue;
    const end = match.index + match[0].length - (match[2] && match[0].endsWith(match[2]) ? match[2].length : 0);
    yield { start: end - value.length, end, kind };
  }
}

function toKind(name: string): string {
  const first = name.charCodeAt(0) | 32;
  if (first === 0x70 && (name.charCodeAt(1) | 32) !== 0x72) return 'password';
  if (first === 0x74) return 'token';
  return /key/i.test(name) ? 'api-key' : 'secret';
}

/** Sorted by start; a span that overlaps the one before is joined to it, so that no part of a value stays. */
export function mergeSpans(found: readonly SecretSpan[]): SecretSpan[] {
  const order = found
    .map((span, index) => ({ span, index }))
    .sort((a, b) => a.span.start - b.span.start || a.index - b.index);
  const merged: { start: number; end: number; kind: string }[] = [];
  for (const { span } of order) {
    const last = merged.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

function isWordAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at) | 32;
  return (unit >= 97 && unit <= 122) || (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57);
}

/** A full stop or dash at the end belongs to the sentence. */
function trimEnd(text: string, end: number): number {
  let at = end;
  while (text[at - 1] === '.' || text[at - 1] === '-') at--;
  return at;
}

function groupRules(): Map<string, ReadyRule[]> {
  const groups = new Map<string, ReadyRule[]>();
  for (const rule of SECRET_RULES) {
    const pattern = new RegExp(rule.body, 'y');
    const before = rule.before === undefined ? undefined : new RegExp(`${rule.before}$`);
    for (const anchor of rule.anchors) groups.set(anchor, [...(groups.get(anchor) ?? []), { rule, pattern, before }]);
  }
  return groups;
}

function prefixesOf(anchor: string): string[] {
  const prefixes: string[] = [];
  for (let length = anchor.length; length > 0; length--) {
    const prefix = anchor.slice(0, length);
    if (RULES_BY_ANCHOR.has(prefix)) prefixes.push(prefix);
  }
  return prefixes;
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : 1);
}

function escapePattern(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
