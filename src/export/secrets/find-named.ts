import { toAsciiLower } from '../../lib/ascii.ts';
import { decodeBase64 } from './decode-base64.ts';
import { findAdjacentCell } from './find-cells.ts';
import { isPlaceholder, looksChosen, looksLikePassphrase, looksRandom } from './looks-random.ts';
import type { Name, Scan } from './scan.ts';

/** Words in names of secrets, by their first letters. */
export const SECRET_NAMES =
  'pass pwd psk secret token key cred auth _pat salt kennwort contrase senha mnemonic seed identified'.split(' ');

const WORD =
  /pass(?:word|wort|wd|phrase|code|key)?|pwd|psk|secret|token|key|cred(?:ential)?s?|auth(?:orization)?|_pat(?![a-z])|salt|kennwort|contrase(?:ñ|n)a|senha|mnemonic|seed(?:[ _-]?(?:phrase|words))?|identified by/iy;
/** A bare `key` belongs to a map; these keys are secret. */
const KEY_OF =
  /(?:api|access|private|auth|encrypt|encryption|signing|account|app|application|master|service|license|licence|subscription|consumer|client|session|cookie|storage|shared|deploy|root|server|webhook|hmac|jwt|crypt|crypto|cipher|secret|security|pre-?shared|admin|write|ingest|integration|functions?|host|logged_in|nonce|account)[_ .-]?$/i;
const PASS_OF =
  /(?:^|[^a-z]|store|key|require|master|user|db|root|admin|mail|smtp|ftp|ssh|sudo|become|login|bind|ldap|wifi|redis|sql|pg)$/i;
const SALT_OF = /(?:auth|logged_in|nonce|secret|jwt|hash|password|app|cookie|session)_$/i;

export function findByName(text: string, at: number, scan: Scan): void {
  if (at < scan.nameFrom) return;
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0];
  if (word === undefined) return;
  const before = text.slice(Math.max(0, at - 24), at);
  const kind = toKind(toAsciiLower(word), before, text.charCodeAt(at + word.length));
  if (kind === undefined) return;
  const name: Name = { at, end: at + word.length, kind, word: toAsciiLower(word) };
  if (findAdjacentCell(text, name, scan)) return;
  const value = readValue(text, name, scan);
  if (value === undefined) return;
  // A value may contain another name (`password: token=…`), but a long value is scanned only once.
  scan.nameFrom = value.end - value.start > 64 ? value.end : value.start;
  if (isSecret(text, name, value, scan)) {
    scan.add(value.start, value.end, kind);
    scan.nameFrom = value.end;
  }
}

/** Returns undefined if the word is part of another. */
function toKind(word: string, before: string, next: number): string | undefined {
  const isLetterNext = (next | 32) >= 97 && (next | 32) <= 122;
  if (word === 'pass')
    return isLetterNext || !PASS_OF.test(before) || /(?:proxy|fcgi|fastcgi|uwsgi|scgi|grpc|memcached)_$/i.test(before)
      ? undefined
      : 'password';
  if (word === 'passkey') return undefined;
  if (
    word.startsWith('pass') ||
    word === 'pwd' ||
    word === 'kennwort' ||
    word.startsWith('contrase') ||
    word === 'senha'
  )
    return 'password';
  if (word === 'identified by') return 'password';
  if (word === 'key') return KEY_OF.test(before) ? 'api-key' : undefined;
  if (word === 'psk') return /[a-z]$/i.test(before) ? undefined : 'password';
  if (word === 'salt') return SALT_OF.test(before) ? 'secret' : undefined;
  if (word.startsWith('auth'))
    return isLetterNext || next === 0x5f || next === 0x2d || /[a-z]$/i.test(before) ? undefined : 'basic-auth';
  if (word === 'mnemonic' || word.startsWith('seed')) return 'secret';
  if (word.startsWith('cred') && isLetterNext) return undefined;
  if (word === '_pat' || word === 'token') return 'token';
  return 'secret';
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** The value is the whole rest of the line, in a settings file or where a variable is set. */
  readonly isSetting: boolean;
  /** Only white space separates name and value. */
  readonly isLoose: boolean;
  /** A colon or an equals sign separates them. */
  readonly isAssigned: boolean;
  readonly tail: string;
}

const TAIL = /[A-Za-z0-9_-]{0,40}/y;
const SEPARATOR =
  /(?:\\?["'`])?(?:\]|\)(?![ \t]*\{)){0,2}[ \t]{0,20}(?:(?:=>|:=|\?=|\+=|={1,3}(?!=)|:)[ \t]{0,20}(?:(?:[Ss]tring|str|bytes|&str|char\[\])[ \t]?(?:=|:=)[ \t]?)?(?:\((?=[\s"'`]))?(?:[ \t]{0,4}\r?\n[ \t]{0,40}(?=["'`]))?|(?:,|>|\((?=["'`])|[ \t](?:is|was|ist)[ \t:]{1,3}|[ \t])[ \t]{0,20})/y;
/** `"name": "password", "value": "…"`, `<add key="token" value="…">`, `- name: PASSWORD` and on the next line `value: …`. */
const PAIR =
  /(?:\\?["'`])?[ \t]{0,4}(?:,|\/?>)?[ \t]{0,4}(?:\r?\n[ \t]{0,40})?\\?["'`]?(?:value|Value|default)\\?["'`]?[ \t]{0,4}[:=>][ \t]{0,4}/y;
const QUOTED =
  /(?:[bruf$@L]{0,2})(?:""([^"\r\n]{1,2048})""|&quot;((?:[^&\r\n]|&(?!quot;)){1,2048})&quot;|\\"([^"\\\r\n]{1,2048})(?:\\"|$)|"((?:[^"\\\r\n]|\\.){1,2048})"?|'((?:[^'\\\r\n]|\\.){1,2048})'?|`((?:[^`\\\r\n]|\\.){1,2048})`?)/y;
const BARE = /[^\s"'`,;<>(){}[\]\\]{1,2048}/y;
const LINE = /[^\s"'`][^\r\n]{0,2047}/y;

function readValue(text: string, name: Name, scan: Scan): Value | undefined {
  const tail = exec(TAIL, text, name.end)?.[0] ?? '';
  const from = name.end + tail.length;
  const pair = exec(PAIR, text, from);
  const separator = pair ?? exec(SEPARATOR, text, from);
  if (!separator || (/\($/.test(separator[0].trimEnd()) && !isSetter(text, name, separator[0]))) return undefined;
  const at = from + separator[0].length;
  const place = pair === null && separator[0] === '=' ? findVariable(text, name, tail) : undefined;
  const isLoose = /^[ \t]+$/.test(separator[0]);
  const isSetting = place !== undefined || (scan.isSettings && (!isLoose || isAtLineStart(text, name)));
  const isAssigned = /[:=]/.test(separator[0]);
  const common = { isSetting, isLoose, isAssigned, tail };
  const quoted = exec(QUOTED, text, at);
  if (quoted) {
    const content = quoted.slice(1).find((group) => group !== undefined) ?? '';
    const start = at + quoted[0].indexOf(content, 1);
    return { ...common, start, end: start + content.length, isQuoted: true };
  }
  if ((isSetting && place !== 'inside') || (scan.isLineValue && isAssigned)) {
    const line =
      exec(LINE, text, at)?.[0].replace(/(?<![ \t])[ \t]+#.*$|(?<!\s)\s+$|;[ \t]?[A-Za-z][A-Za-z ]{0,30}=.*$/, '') ??
      '';
    return line === '' ? undefined : { ...common, start: at, end: at + line.length, isQuoted: false };
  }
  return readBare(text, name, at, common);
}

/** Detects `setPassword("…")` and `.token('…')`; `should_pass("…")` is something else. `key = ("…"` is not a call. */
function isSetter(text: string, { at, word }: Name, separator: string): boolean {
  return (
    /[=:]/.test(separator) ||
    (word !== 'pass' && /(?:[Ss]et_?|[Ww]ith_?|\.)[A-Za-z]{0,20}_?$/.test(text.slice(Math.max(0, at - 24), at)))
  );
}

function readBare(
  text: string,
  name: Name,
  at: number,
  common: Omit<Value, 'start' | 'end' | 'isQuoted'>,
): Value | undefined {
  let value = exec(BARE, text, at)?.[0] ?? '';
  // In a query string other parameters follow.
  if (/[?&][\w.-]{0,30}$/.test(text.slice(Math.max(0, name.at - 32), name.at)))
    value = value.replace(/&(?!amp;).*$/, '');
  const next = text[at + value.length];
  // A call, an index or a generic type.
  if (value === '' || next === '(' || next === '[' || (next === '<' && text[at + value.length + 1] !== '/'))
    return undefined;
  return { ...common, start: at, end: at + value.length, isQuoted: false };
}

function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Detects `requirepass …`, or the words of one entry of a `.netrc`. */
function isAtLineStart(text: string, { at }: Name): boolean {
  return /(?:^|\n)[ \t]*(?:(?:machine|default|login|account)[ \t]+[^\n]{0,100})?[\w.-]{0,40}$/.test(
    text.slice(Math.max(0, at - 160), at),
  );
}

/** Detects `DB_PASSWORD=` at the start of a line, as in a shell script or a `.env`, or after a space, a bar or a quote inside one. */
function findVariable(text: string, { at, end }: Name, tail: string): 'at-start' | 'inside' | undefined {
  const before = text.slice(Math.max(0, at - 64), at);
  const start = before.lastIndexOf('\n') + 1;
  if (/[a-z]/.test(text.slice(at, end) + tail)) return undefined;
  const isStart = /^[ \t]*(?:(?:export|set|setx|ENV|ARG|-e|-)[ \t]+|\$env:)?["']?[A-Z0-9_]*$/.test(before.slice(start));
  if (isStart && (start > 0 || at <= 64)) return 'at-start';
  return /(?:^|[\s|"`])[A-Z0-9]+_[A-Z0-9_]*$/.test(before) ? 'inside' : undefined;
}

/** Names that describe a secret but do not hold one. */
const ABOUT =
  /^(?:s|.*(?:id|ids|name|type|count|len|length|size|ur[il]|path|file|dir|field|hint|label|expir[a-z]*|ttl|alg[a-z]*|version|policy|arn|format|class|regex|pattern|prefix|suffix|starts_?with|ends_?with|contains|limit|max|min|timeout|placeholder|title|description|error|message|text|help|status|valid[a-z]*|reset[a-z]*|confirm[a-z]*|changed?[a-z]*|list|map|index|offset|kind|ref|provider|source|manager|service|store|usage|strength|rules?))$/i;
const OF_A_HASH = /hash|sha\d|finger|thumb|digest|checksum/i;
/** Addresses of key servers, and ids and fingerprints as GnuPG prints them, which are public. */
const PUBLIC_KEY =
  /^https?:\/\/[^/]{0,100}(?:keyserver|keys\.|pgp|gpg)|^https?:\/\/[^/]{1,100}\/(?:pks|vks)\/|^(?:0x)?(?:[0-9A-F]{8}|[0-9A-F]{16}|[0-9A-F]{40})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const IMAGE = /\.(?:svg|png|gif|jpe?g|webp)\?[^\s"'()]{0,80}$/;

function isSecret(text: string, name: Name, value: Value, scan: Scan): boolean {
  const { start, end, tail, isLoose } = value;
  const chars = text.slice(start, end);
  if (OF_A_HASH.test(tail) || IMAGE.test(text.slice(Math.max(0, name.at - 90), name.at))) return false;
  if (
    name.word === 'key' &&
    PUBLIC_KEY.test(chars) &&
    /signing[_ .-]?$/i.test(text.slice(Math.max(0, name.at - 8), name.at))
  )
    return false;
  if (name.kind === 'basic-auth') return isAuth(chars);
  if (name.word === 'mnemonic' || name.word.startsWith('seed')) return /^(?:[a-z]{3,8} ){11,23}[a-z]{3,8}$/.test(chars);
  if (isPlaceholder(chars) || (name.word === '_pat' && /[^A-Za-z0-9_-]/.test(chars))) return false;
  const isRandom = looksRandom(chars) || (/\s/.test(chars) && !value.isSetting && looksRandomWithSpaces(chars, value));
  if (isRandom && !(isLoose && /[.=(]/.test(chars))) return true;
  const isAbout = ABOUT.test(tail);
  if (UUID.test(chars)) return !isAbout && !isLoose;
  if (name.kind !== 'password') return value.isSetting && !isAbout && isOwnToken(chars);
  if (looksLikePassphrase(chars) && !isLoose) return true;
  return !isAbout && isChosen(text, name, value, scan);
}

/** Detects a connection string, a setting, or a value with characters that words don't have. */
function isChosen(
  text: string,
  name: Name,
  { start, end, isQuoted, isSetting, isLoose, isAssigned, tail }: Value,
  scan: Scan,
): boolean {
  const chars = text.slice(start, end);
  if (tail.length > 12 || !looksChosen(chars)) return false;
  if (isSetting) return !/^[/~.\\]/.test(chars) || name.word !== 'pwd';
  if (isInConnection(text, name)) return true;
  if (name.word === 'identified by') return isQuoted && text.startsWith('IDENTIFIED', name.at);
  // Documents and notes quote lines of settings.
  const isConfig = scan.isConfig || (scan.tableForm !== 'page' && isAssigned);
  if (!isConfig || name.word === 'pass' || /[^ -~]/.test(chars) || (isLoose && !isQuoted && !/netrc/.test(scan.name)))
    return false;
  if (/\s/.test(chars))
    return (
      isQuoted &&
      /[0-9]/.test(chars) &&
      chars.length <= 64 &&
      !/[.:?!]$|\b(?:characters?|must|least|enter|digits?|minutes?|days?|hours?)\b/i.test(chars)
    );
  return /[0-9]/.test(chars)
    ? !/^[0-9.]{1,5}$|^[~^][0-9]+\./.test(chars) && !/[()]|^https?:/.test(chars)
    : /[!#%^&*+=~]/.test(chars) && /[A-Za-z]/.test(chars);
}

/** `Server=db;User Id=sa;Password=…;`, `host=db user=app password=…`, `jdbc:mysql://db/x?user=app&password=…` */
function isInConnection(text: string, { at }: Name): boolean {
  const before = text.slice(Math.max(0, at - 160), at);
  return (
    /\b(?:host|port|user|dbname)=[^\s"'=]{1,60} $|jdbc:[^\s"']{1,150}[?&]$/.test(before) ||
    (/;[ \t]{0,2}$/.test(text.slice(Math.max(0, at - 3), at)) &&
      /=[^;\n]{0,60};[ \t]{0,2}$/.test(text.slice(Math.max(0, at - 70), at)))
  );
}

/** Random except for spaces: WordPress keys use every printable character. */
function looksRandomWithSpaces(chars: string, { isQuoted }: Value): boolean {
  return (
    isQuoted &&
    chars.length >= 40 &&
    !/[^ -~]|[A-Za-z]{5}|^[;,)\]}][\s\\"')]/.test(chars) &&
    /[0-9]/.test(chars) &&
    (chars.match(/[^A-Za-z0-9 ]/g)?.length ?? 0) >= chars.length / 8
  );
}

function isOwnToken(chars: string): boolean {
  return (
    chars.length >= 8 &&
    /[0-9]/.test(chars) &&
    /[A-Za-z]/.test(chars) &&
    looksChosen(chars) &&
    !/^[/~.]|:\/\/|[/.][a-z]+$/.test(chars)
  );
}

/** Docker and npm store `user:password` in base64. */
function isAuth(chars: string): boolean {
  if (/^(?:Basic|Bearer|Token|Digest)$/i.test(chars)) return false;
  const decoded = decodeBase64(chars);
  return (
    (decoded !== undefined && /^[ -~]{1,128}:[ -~]{2,}$/.test(decoded)) || (chars.length >= 24 && looksRandom(chars))
  );
}
