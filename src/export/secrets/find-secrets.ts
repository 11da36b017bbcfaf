import { toAsciiLower } from '../../lib/ascii.ts';
import { type AnchorTable, createAnchorTable, isAlphanumeric } from './anchors.ts';
import { decodeBase64 } from './decode-base64.ts';
import { findColumns } from './find-columns.ts';
import { COMMAND_NAMES, findByCommand } from './find-commands.ts';
import { findByName, SECRET_NAMES } from './find-named.ts';
import { findInStructures } from './find-structures.ts';
import { isPlaceholder, looksChosen, looksIssued, looksRandom } from './looks-random.ts';
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

const SCHEME = /(?:^|[^a-z0-9])([a-z][a-z0-9+.-]{1,20})$/i;
/** A password may hold `:`, `/` and `@`: it ends before the last `@` that a host follows. */
const USER_INFO =
  /([^\s:@/"'`<>?#()[\]{}|]{0,128}):([^\s"'`<>\\]{1,256}?)@(?=(\[?[A-Za-z0-9][A-Za-z0-9._-]{0,253})(?:[/?#:\s"'`<>,;)\]\\&]|$))/y;
/** Web schemes, common in documentation. */
const WEB = /^(?:https?|git|wss?|uri|url|git\+https?)$/;
const NO_HOST =
  /^(?:\[|localhost|127\.|0\.0\.|example\.|sha\d|.*\.example\.|.*\.(?:test|invalid|example)$|host(?:name)?$|server$|proxy$|domain)/;

/** Finds `scheme://user:password@host`; called at `://`. */
function findUrlPassword(text: string, at: number, scan: Scan): void {
  const scheme = SCHEME.exec(text.slice(Math.max(0, at - 22), at))?.[1];
  if (scheme === undefined) return;
  USER_INFO.lastIndex = at + 3;
  const match = USER_INFO.exec(text);
  if (!match) return;
  const [, user = '', password = '', host = ''] = match;
  // `host:8080/logo@2x.png`: a port and a path.
  if (/^[0-9]{1,5}[/?#]/.test(password) || (/[/?#]/.test(password) && /[./]/.test(user))) return;
  if (
    !isPassword(password, {
      user,
      isWeb: WEB.test(toAsciiLower(scheme)),
      isKnownHost: !NO_HOST.test(toAsciiLower(host)),
    })
  )
    return;
  const start = at + 3 + user.length + 1;
  scan.add(start, start + password.length, 'url-password');
}

function isPassword(
  password: string,
  { user, isWeb, isKnownHost }: { user: string; isWeb: boolean; isKnownHost: boolean },
): boolean {
  if (looksRandom(password)) return true;
  if (!looksChosen(password) || toAsciiLower(password) === toAsciiLower(user) || isPlaceholder(user)) return false;
  if (/^(?:p|pw|pwd|key|\d{1,3})$|^(?:pass|user|test)/i.test(password) || /^\$|[{}]|\.\.\.|%[sd(]/.test(password))
    return false;
  if (isWeb)
    return isKnownHost && password.length >= 6 && /[0-9!#$%^&*+=]/.test(password) && !/^[0-9.:]+$/.test(password);
  return isKnownHost || /[0-9!#$%^&*+=]/.test(password);
}

/** Longer texts are not keys. */
const MAX_KEY_CHARS = 16_384;

/** Finds PEM blocks, SSH2 and PuTTY keys from their first to their last line, and private parts of JWK and XML keys. */
function findPrivateKeys(text: string, scan: Scan): void {
  if (scan.seen.has('block')) findBlocks(text, scan);
  if (scan.seen.has('jwk')) findJsonKeys(text, scan);
  if (scan.seen.has('xml')) findXmlKeys(text, scan);
}

function findBlocks(text: string, scan: Scan): void {
  const begin =
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY ----|PuTTY-User-Key-File-[0-9]: [a-z0-9-]{3,40}[\r\n\\]/g;
  const endMark =
    /-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----|---- END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY ----|Private-MAC: ?[0-9a-f]{0,80}/g;
  let end: RegExpExecArray | null | undefined;
  let after = 0;
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    if (match.index < after) continue;
    // The end found for one key (or its absence) is reused for the next: otherwise each would scan the rest of the text.
    if (end === undefined || (end !== null && end.index < match.index)) {
      endMark.lastIndex = match.index;
      end = endMark.exec(text);
    }
    after = end ? end.index + end[0].length : Infinity;
    if (end && !/[A-Za-z0-9+/]{32}/.test(text.slice(begin.lastIndex, Math.min(end.index, begin.lastIndex + 2_000)))) {
      after = match.index + 1;
      continue;
    }
    if (after - match.index > MAX_KEY_CHARS) after = findKeyText(text, begin.lastIndex);
    if (after > begin.lastIndex) scan.add(match.index, after, 'private-key');
  }
}

/** A truncated key has no last line: it ends where the text stops looking like a key, on lines of its own or in a string. */
function findKeyText(text: string, from: number): number {
  const lines = /(?:(?:\\[rn]|[\r\n\t "',>+])+[A-Za-z0-9+/=]{16,}){1,2000}/y;
  lines.lastIndex = from;
  const match = lines.exec(text);
  return match && match[0].length >= 64 ? lines.lastIndex : from;
}

function findJsonKeys(text: string, scan: Scan): void {
  for (const match of text.matchAll(/"(?:d|p|q|dp|dq|qi|k)"[ \t\r\n]{0,8}:[ \t]{0,8}"([A-Za-z0-9_-]{20,1000})"/g)) {
    const end = match.index + match[0].length - 1;
    scan.add(end - (match[1] as string).length, end, 'private-key');
  }
}

function findXmlKeys(text: string, scan: Scan): void {
  for (const match of text.matchAll(/<(?:D|P|Q|DP|DQ|InverseQ)>([A-Za-z0-9+/=\s]{20,2000})<\//g)) {
    const start = match.index + match[0].indexOf('>') + 1;
    scan.add(start, start + (match[1] as string).length, 'private-key');
  }
}
