import { isDigit, toAsciiLower } from '../../lib/ascii.ts';
import { findFirst } from '../../lib/binary-search.ts';
import { trimEndOf } from '../../lib/trim-end.ts';
import { type AnchorTable, createAnchorTable, isAlphanumeric } from './anchors.ts';
import { decodeBase64 } from './decode-base64.ts';
import { DSN_PROTOCOLS, findByCall, findDsnPassword, LOGIN_CALLS } from './find-calls.ts';
import { findColumns } from './find-columns.ts';
import { COMMAND_NAMES, findByCommand } from './find-commands.ts';
import { findByName, SECRET_NAMES } from './find-named.ts';
import { isBlank, isPasswordOf, looksChosen, looksIssued, looksRandom } from './looks-random.ts';
import { SECRET_RULES, type SecretRule } from './rules.ts';
import { createScan, type Form, type Scan, type SecretSpan } from './scan.ts';

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
  for (const call of LOGIN_CALLS.keys()) table.add(call, (text, at, scan) => findByCall(text, at, call, scan));
  for (const protocol of DSN_PROTOCOLS) table.add(protocol, findDsnPassword);
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
  if (isBlank(token)) return;
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
    !isPasswordOf(password, {
      user,
      isWeb: WEB.test(toAsciiLower(scheme)),
      isKnownHost: !NO_HOST.test(toAsciiLower(host)),
    })
  )
    return;
  const start = at + 3 + user.length + 1;
  scan.add(start, start + password.length, 'url-password');
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

/** Finds secrets that only the structure of the whole file reveals. */
function findInStructures(text: string, scan: Scan): void {
  if (scan.seen.has('kubernetes')) findKubernetes(text, scan);
  if (/^(?:shadow-?|\.?(?:htpasswd|htdigest).*|.*\.(?:htpasswd|htdigest))$/.test(scan.name))
    findFields(text, scan, /^[^:\s]{1,64}:(?:[^:\n]{0,64}:(?=[0-9a-f]{32}))?([^:\s*!]{3,300})/gm, 'password-hash');
  if (/^\.?pgpass/.test(scan.name))
    findFields(text, scan, /^[^:\n#]{1,100}:[^:\n]{1,10}:[^:\n]{1,64}:[^:\n]{1,64}:([^\n\r]{1,200})/gm, 'password');
  if (/^(?:master|production|development|staging)\.key$|^\.vault_?pass(?:word)?$/.test(scan.name))
    findFields(text, scan, /^([^\s#]{6,200})\s*$/gm, 'secret');
}

function findFields(text: string, scan: Scan, pattern: RegExp, kind: string): void {
  for (const match of text.matchAll(pattern)) {
    const value = match[1] as string;
    const start = match.index + match[0].lastIndexOf(value);
    if (looksChosen(value) || kind === 'password-hash') scan.add(start, start + value.length, kind);
  }
}

const ENTRY =
  /^([ \t]*)(?:[\w.-]{1,253}|"[^"\n]{1,253}"|'[^'\n]{1,253}')[ \t]*:[ \t]*(?:!!binary[ \t]+)?(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#"'{[&*|>][^\n\r]*)|([|>][-+]?))?[ \t]*\r?$/;

const DATA = /(?:^|[{,])[ \t]*["']?(?:data|stringData)["']?[ \t]*:/;

/** Finds everything below `data` and `stringData` of a Kubernetes Secret, with any name. */
function findKubernetes(text: string, scan: Scan): void {
  let inSecret = isSecretFirst(text, 0);
  /** Indentation of `data` while its entries are read; indentation of an entry while its block is read. */
  let dataIndent = -1;
  let blockIndent = -1;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(start, Math.min(end, start + 20_000));
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    const isBlank = line.trim() === '';
    if (line.startsWith('---')) inSecret = isSecretFirst(text, end);
    if (/kind["']?[ \t]*:/.test(line)) inSecret = /kind["']?[ \t]*:[ \t]*["']?Secret\b/.test(line);
    if (!isBlank && indent <= blockIndent) blockIndent = -1;
    if (!isBlank && blockIndent < 0 && indent <= dataIndent) dataIndent = -1;
    if (blockIndent >= 0 && !isBlank) addTrimmed(line, start, scan);
    else if (dataIndent >= 0 && !isBlank) blockIndent = readEntry(line, start, scan) ? indent : -1;
    else if (inSecret && DATA.test(line)) {
      dataIndent = indent;
      findInline(line, start, scan);
    }
    start = end + 1;
  }
}

/** Checks the first `kind` of the document that begins here, which may come after `data`. */
function isSecretFirst(text: string, start: number): boolean {
  const end = text.indexOf('\n---', start);
  const document = text.slice(start, end < 0 ? text.length : end);
  return /kind["']?[ \t]*:[ \t]*["']?(?!List)(\w+)/.exec(document)?.[1] === 'Secret';
}

/** Returns true when the value is a block on the lines below. */
function readEntry(line: string, start: number, scan: Scan): boolean {
  const match = ENTRY.exec(line.replace(/,[ \t]*\r?$/, ''));
  if (!match) return false;
  const value = match[2] ?? match[3] ?? trimEndOf(match[4] ?? '', ' \t');
  const at = line.lastIndexOf(value);
  if (value !== '' && !/^\{\{|^\$[({]|^</.test(value))
    scan.add(start + at, start + at + value.length, 'kubernetes-secret');
  return match[5] !== undefined;
}

function addTrimmed(line: string, start: number, scan: Scan): void {
  const lead = line.length - line.trimStart().length;
  scan.add(start + lead, start + lead + line.trim().length, 'kubernetes-secret');
}

/** `"data": {"password": "…"}` on one line. */
function findInline(line: string, start: number, scan: Scan): void {
  const data = DATA.exec(line);
  const brace = line.indexOf('{', (data?.index ?? 0) + (data?.[0].length ?? 0)) + 1;
  if (brace === 0) return;
  const end = line.indexOf('}', brace) + 1;
  for (const match of line
    .slice(brace, end === 0 ? undefined : end)
    .matchAll(/:[ \t]*["']?([A-Za-z0-9+/=_-]{4,8000})["']?[ \t]*(?=[,}])/g)) {
    const at = start + brace + match.index + match[0].lastIndexOf(match[1] as string);
    scan.add(at, at + (match[1] as string).length, 'kubernetes-secret');
  }
}

/** A text with its split literals joined, and a mapping back. */
interface SplitText {
  readonly text: string;
  toSource(start: number, end: number): { readonly start: number; readonly end: number };
}

/** The end of one literal and the start of the next (also with the quotes of CSV and HTML), an escaped ASCII character, a line continuation. */
const SEAM =
  /(""|["'`]|&(?:quot|apos|#3[49]);)[ \t]{0,20}(?:(?:\+|\.{1,2}|&|\|\||<<|~)[ \t]{0,20}(?:(?:\r?\n|<br ?\/?>)[ \t]{0,60})?|\\?\r?\n[ \t]{0,60}(?:(?:\+|\.{1,2}|&|\|\||<<|~)[ \t]{0,20})?)\1|\\(?:u00|x)([2-7][0-9a-fA-F])|\\u\{([2-7][0-9a-fA-F])\}|\\\r?\n[ \t]{0,60}(?=[A-Za-z0-9+/=_-])/y;
/** Possible seams: the pattern above is too slow to try everywhere. */
const HINT = /(?:""?|['`]|&(?:quot|apos|#3[49]);)[ \t]{0,20}(?:[+.&|<~\\]|\r?\n)|\\[ux\r\n]/g;
/** Emphasis marks and inline elements. */
const MARKUP =
  /(?:\*\*|<\/?(?:a|b|big|code|em|font|i|kbd|mark|s|samp|small|span|strong|sub|sup|tspan|tt|u|var|wbr)\b[^<>]{0,200}>|<!--[^<>]{0,200}-->){1,8}/y;
const MARKUP_HINT = /\*\*|<[/!a-z]/g;
/** Enough before a seam for the name of a value, enough after it for the longest value. */
const BEFORE_CHARS = 200;
const AFTER_CHARS = 2_200;

/** Finds the parts of a text that have seams; undefined without any. In a text with markup, markup is a seam too. */
function findSplit(text: string, { isMarkup }: { isMarkup: boolean }): SplitText | undefined {
  const next = isMarkup
    ? createMerged(createFinder(text, HINT, SEAM), createFinder(text, MARKUP_HINT, MARKUP))
    : createFinder(text, HINT, SEAM);
  let match = next(0);
  if (!match) return undefined;
  let joined = '';
  /** Pairs of offsets, in the joined text and in the source: the text between two pairs maps one to one. */
  const places: number[] = [];
  let at = 0;
  const copy = (from: number, to: number): void => {
    if (to <= from) return;
    places.push(joined.length, from);
    joined += text.slice(from, to);
  };
  for (; match; match = next(at)) {
    const from = lineBefore(text, Math.max(at, match.index - BEFORE_CHARS), match.index);
    if (from > at) {
      copy(at, Math.min(from, lineAfter(text, at)));
      joined += '\n';
      at = from;
    }
    copy(at, match.index);
    const code = match[2] ?? match[3];
    if (code !== undefined) {
      places.push(joined.length, match.index);
      joined += String.fromCharCode(Number.parseInt(code, 16));
    }
    at = match.index + match[0].length;
  }
  copy(at, lineAfter(text, at));
  return {
    text: joined,
    toSource: (start, end) => ({ start: offsetOf(places, start), end: offsetOf(places, end - 1) + 1 }),
  };
}

type Finder = (from: number) => RegExpExecArray | null;

/** Tries the slow pattern only where the cheap one matches. */
function createFinder(text: string, hints: RegExp, pattern: RegExp): Finder {
  return (from) => {
    hints.lastIndex = from;
    for (let hint = hints.exec(text); hint; hint = hints.exec(text)) {
      pattern.lastIndex = hint.index;
      const seam = pattern.exec(text);
      if (seam) return seam;
      hints.lastIndex = hint.index + 1;
    }
    return null;
  };
}

/** Returns the earlier match. Keeps the later one: otherwise it would be searched for again and again. */
function createMerged(one: Finder, other: Finder): Finder {
  const ahead: (RegExpExecArray | null | undefined)[] = [undefined, undefined];
  return (from) => {
    for (const [i, find] of [one, other].entries()) {
      const known = ahead[i];
      if (known === undefined || (known !== null && known.index < from)) ahead[i] = find(from);
    }
    const [a, b] = ahead;
    return a && b ? (a.index <= b.index ? a : b) : (a ?? b ?? null);
  };
}

function lineBefore(text: string, least: number, at: number): number {
  return least + text.slice(least, at).lastIndexOf('\n') + 1;
}

function lineAfter(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return Math.min(feed < 0 ? text.length : feed, at + AFTER_CHARS);
}

function offsetOf(places: readonly number[], at: number): number {
  const low = findFirst(places.length / 2, (i) => (places[i * 2] as number) > at) - 1;
  return (places[low * 2 + 1] as number) + at - (places[low * 2] as number);
}
