import { type AnchorTable, createAnchorTable, isAlphanumeric } from './anchors.ts';
import { decodeBase64 } from './decode-base64.ts';
import { findColumns } from './find-columns.ts';
import { COMMAND_NAMES, findByCommand } from './find-commands.ts';
import { findByName, SECRET_NAMES } from './find-named.ts';
import { findPrivateKeys } from './find-private-keys.ts';
import { findInStructures } from './find-structures.ts';
import { findUrlPassword } from './find-urls.ts';
import { looksIssued, looksRandom } from './looks-random.ts';
import { SECRET_RULES, type SecretRule } from './rules.ts';
import { createScan, type Form, type Scan, type SecretSpan } from './scan.ts';
import { findSplit } from './split-text.ts';

/**
 * Returns spans in order, without overlap. `path` decides how to read the file: in a `.env` every password counts, in code only values that cannot be
 * a name. Linear in the text: every pattern is bounded and tried only at its anchor.
 */
export function findSecrets(text: string, path = ''): SecretSpan[] {
  const scan = createScan(path);
  scanText(text, scan);
  const split = findSplit(text, scan);
  if (split !== undefined) {
    const inner = createScan(path);
    scanText(split.text, inner);
    for (const { start, end, kind } of inner.found) {
      const source = split.toSource(start, end);
      scan.add(source.start, source.end, kind);
    }
  }
  return mergeSpans(scan.found);
}

function scanText(text: string, scan: Scan): void {
  ANCHORS.scan(text, scan, (start, end) => findInRun(text, start, end, scan));
  findPrivateKeys(text, scan);
  findInStructures(text, scan);
  findColumns(text, scan);
}

/** Sorts by start and merges overlapping spans, so that no part of a value remains. */
export function mergeSpans(found: readonly SecretSpan[]): SecretSpan[] {
  if (found.length === 0) return [];
  const order = found
    .map((span, index) => ({ span, index }))
    .sort((a, b) => a.span.start - b.span.start || rankOf(a.span) - rankOf(b.span) || a.index - b.index);
  const merged: { start: number; end: number; kind: string }[] = [];
  for (const { span } of order) {
    const last = merged.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** The issuer is more specific than the name of a variable. */
function rankOf({ kind }: SecretSpan): number {
  return kind === 'password' || kind === 'token' || kind === 'secret' || kind === 'api-key' ? 1 : 0;
}

interface ReadyRule {
  readonly rule: SecretRule;
  readonly pattern: RegExp;
  readonly before: RegExp | undefined;
}

/** Shorter runs of letters and digits are not tokens without other evidence. */
const RUN_CHARS = 23;
const MAX_BEFORE_CHARS = 80;
const MAX_NUMBER_CHARS = 20;
/** Nothing else begins like `ghp_` or `AKIA`: any text of the right form after it is masked, even if made up. */
const STRONG_ANCHOR_CHARS = 4;
const FORMS: readonly (readonly [literal: string, form: Form])[] = [
  ['-----BEGIN ', 'block'],
  ['---- BEGIN ', 'block'],
  ['PuTTY-User', 'block'],
  ['"kty"', 'jwk'],
  ['<RSAKeyValue>', 'xml'],
  ['kind: Secret', 'kubernetes'],
  ['kind:Secret', 'kubernetes'],
  ['kind": "Secret', 'kubernetes'],
  ['kind":"Secret', 'kubernetes'],
  ["kind: 'Secret", 'kubernetes'],
  ['kind: "Secret', 'kubernetes'],
];
const ANCHORS = /* @__PURE__ */ createAnchors();

function createAnchors(): AnchorTable<Scan> {
  const table = createAnchorTable<Scan>(RUN_CHARS);
  for (const rule of SECRET_RULES) {
    const pattern = new RegExp(rule.body, 'y');
    const before = rule.before === undefined ? undefined : new RegExp(`${rule.before}$`);
    const ready = { rule, pattern, before };
    for (const anchor of rule.anchors) table.add(anchor, (text, at, scan) => matchRule(text, at, anchor, ready, scan));
  }
  for (const name of SECRET_NAMES) table.add(name, findByName, { anyCase: true });
  for (const name of COMMAND_NAMES) table.add(name, findByCommand);
  table.add('://', findUrlPassword);
  for (const [literal, form] of FORMS) table.add(literal, (_text, _at, { seen }) => void seen.add(form));
  return table;
}

function matchRule(text: string, at: number, anchor: string, ready: ReadyRule, scan: Scan): void {
  const { rule, pattern, before } = ready;
  const start = before ? findStart(text, at, before) : at;
  if (start === undefined || (isGlued(text, start) && !/^\W/.test(anchor))) return;
  pattern.lastIndex = at + anchor.length;
  const match = pattern.exec(text);
  if (!match) return;
  const matchEnd = skipNumber(text, pattern.lastIndex);
  if (isAlphanumeric(text.charCodeAt(matchEnd))) return;
  const end = trimEnd(text, matchEnd);
  // A prefix is not part of the value: `Bearer `, `AccountKey=` and similar stay readable.
  const valueStart = /[ =]$/.test(anchor) ? at + anchor.length : start;
  const token = before ? text.slice(start, end) : text.slice(at + anchor.length, end);
  if (rule.encoded && !isEncodedSecret(text.slice(valueStart, end))) return;
  if (rule.weak ? !looksRandom(token) : anchor.length < STRONG_ANCHOR_CHARS && !looksIssued(token)) return;
  scan.add(valueStart, end, rule.kind);
}

/** Returns true inside a longer word. Digits before the start don't count: number formats of sheets join text to a number. */
function isGlued(text: string, start: number): boolean {
  let at = start;
  while (start - at < MAX_NUMBER_CHARS && isDigit(text.charCodeAt(at - 1))) at--;
  return at > 0 && isAlphanumeric(text.charCodeAt(at - 1));
}

/** Returns the end of the number that begins here; it is masked too, since it may be part of the value. */
function skipNumber(text: string, start: number): number {
  let at = start;
  while (at - start < MAX_NUMBER_CHARS && isDigit(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Certificates are base64 too, and words look like base64. */
function isEncodedSecret(value: string): boolean {
  const decoded = decodeBase64(value.slice(0, 400));
  return (
    decoded !== undefined &&
    (/^-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY/.test(decoded) || /^[ -~]{1,128}:[ -~]{1,}$/.test(decoded))
  );
}

function findStart(text: string, at: number, before: RegExp): number | undefined {
  const match = before.exec(text.slice(Math.max(0, at - MAX_BEFORE_CHARS), at));
  return match ? at - match[0].length : undefined;
}

/** Bot tokens have no prefix: an encoded id, a time and a signature. */
const DISCORD = /[MNO][A-Za-z0-9]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_-])/y;
const SHORT_PREFIX = /(?:^|[^A-Za-z0-9_-])[0-9]{0,20}([a-z][a-z0-9]{1,9}_(?:[a-z0-9]{1,8}_)?)$/;
const WALLET = /^[5KL][1-9A-HJ-NP-Za-km-z]{50,51}$/;

/** Finds tokens missing from the table that look like the others: a short name, an underscore, a long random rest. */
function findInRun(text: string, start: number, end: number, scan: Scan): void {
  const before = text[start - 1];
  if (text[end] === '.' && before !== '_' && before !== '-') {
    DISCORD.lastIndex = start;
    if (DISCORD.test(text) && looksIssued(text.slice(start, DISCORD.lastIndex)))
      scan.add(start, DISCORD.lastIndex, 'discord-token');
  }
  const length = end - start;
  if (before === '_' && length >= 28 && length <= 256) {
    const prefix = SHORT_PREFIX.exec(text.slice(Math.max(0, start - 21 - MAX_NUMBER_CHARS), start))?.[1];
    const tail = text.slice(start, end);
    const isMixed = /[a-z]/.test(tail) && /[A-Z]/.test(tail) && /[0-9].*[0-9].*[0-9]/.test(tail);
    if (prefix !== undefined && isMixed && looksRandom(tail)) scan.add(start - prefix.length, end, 'token');
  }
  if (
    (length === 51 || length === 52) &&
    before !== '/' &&
    before !== '+' &&
    WALLET.test(text.slice(start, end)) &&
    looksRandom(text.slice(start, end))
  )
    scan.add(start, end, 'wallet-key');
}

/** A full stop or dash at the end belongs to the sentence. */
function trimEnd(text: string, end: number): number {
  let at = end;
  while (text[at - 1] === '.' || text[at - 1] === '-') at--;
  return at;
}
