import { toAsciiLower } from '../../lib/ascii.ts';

const PLACEHOLDER =
  /example|sample|placeholder|your|change|replace|dummy|fake|secret-?here|xxxx|\*\*\*|\.\.\.|todo|redacted|lorem|foobar|insert|my[-_]|<[^<>]{0,60}>|^[a-z_]+(?:\|[a-z_]+)+$|\$\{|\$\([^)]*\)|\{\{|%\(|%s|#\{|\[\[secret:/;
const SEQUENCE = /1234567|abcdef|qwerty/;
/** Hashes of certificates and files: `sha256:…`, `sha512-…`, `AB:CD:…`. */
const DIGEST = /^(?:sha(?:1|2|224|256|384|512)|md5)[-:_=]|^(?:[0-9A-Fa-f]{2}:){8}/;
/** An address without a password, or the path of a file. */
const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\/|^(?:~|\.{1,2})?(?:[/\\][A-Za-z0-9@][\w.@%+-]*)+[/\\]?$|^[A-Za-z]:\\/;
/** `zod_1.default.string`, `crypto$Sign`, `this.source.at`: names joined by dots, dollars and arrows. */
const CHAIN = /^[=!&?]*[A-Za-z_$][\w$]*(?:(?:\.|->|::|\$|\?\.)[A-Za-z_$][\w$]*)+[!?]?(?:[=!]=?!?\d?)?$/;
/** Names that bundlers generate. */
const BUNDLED = /^\$[0-9a-f]{8,20}\$/;
/** Text that only code has: `=9&&this.next`, a pattern, a call, the end of a statement. */
const OPERATORS =
  /&&|\|\||^=|=!|\bthis\.|\)\.|=>|\+\+|\(\?[:=!<]|\[\^|\\\\|\{\d+,|\[[a-z0]-[z9]|^[;,)\]}][\s\\"')]|^[A-Za-z_.]+\(/;

/** The body of a token to fill in: `XXXXXXXX-0000000`, or words such as `not-a-real-one`. Issued ones have neither. */
export function isBlank(body: string): boolean {
  const words = /^(?:[a-z]{1,12}|[0-9]{1,3})(?:[-_.](?:[a-z]{1,12}|[0-9]{1,3}))+$/;
  return words.test(body) || body.replace(/([a-z0-9])\1{5,}|[^a-z0-9]/gi, '').length <= 10;
}

/** A token whose shape is common must not look written by hand. */
export function looksIssued(token: string): boolean {
  return entropyOf(token) >= 2.5;
}

/**
 * Tests a value assigned to a name such as password or token. Only its appearance distinguishes it from a word, a path, a call or a type, so it must
 * be random for its length: changes between lower, upper, digit and other are frequent in random text, rare in words.
 */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || /[^!-~]/.test(value) || isPlaceholder(value)) return false;
  if (DIGEST.test(value) || OPERATORS.test(value)) return false;
  if (/^-{1,2}[A-Za-z][A-Za-z0-9-]*(?:=.*)?$/.test(value)) return false;
  const entropy = entropyOf(value);
  const changes = changesOf(value);
  if (ADDRESS.test(value) || (CHAIN.test(value) && (changes < value.length / 3 || BUNDLED.test(value))))
    return hasRandomPart(value, 20);
  if (!/[0-9]/.test(value)) return isStrongWithoutDigits(value, changes);
  if (!/[A-Za-z]/.test(value)) return false;
  if (/^[0-9a-fA-F]+$/.test(value)) return value.length >= 16 && entropy >= 2.8 && changes >= value.length / 4;
  if (/^[a-z0-9]+$|^[A-Z0-9]+$/.test(value)) return value.length >= 10 && entropy >= 3 && changes >= value.length / 4;
  if (/^[A-Za-z0-9]+$/.test(value)) return value.length >= 10 && entropy >= 3 && changes >= value.length / 3;
  // Names in parts (a path, a package, a version, a call) are random only if a part is.
  if (/^[A-Za-z0-9]+(?:[.,/:_=?&()-]+[A-Za-z0-9]+)*[();.:/]*$/.test(value)) return hasRandomPart(value, 10);
  return entropy >= 2.75 && changes >= (/[a-z]{5}/.test(value) ? 6 : 4);
}

/** Random enough that the same characters elsewhere are the same secret, not a word or name that resembles it. */
export function isUnmistakable(value: string): boolean {
  return value.length >= 12 && (looksRandom(value) || (value.length >= 32 && entropyOf(value) >= 3.5));
}

/** Words and numbers joined by dashes, as password managers generate them. Names in code are joined by underscores. */
export function looksLikePassphrase(value: string): boolean {
  return (
    value.length >= 16 &&
    !isPlaceholder(value) &&
    /^[A-Za-z0-9]+(?:[-.!][A-Za-z0-9]+){2,8}$/.test(value) &&
    /[0-9]/.test(value) &&
    !/pass|token|secret|key|version|\.(?:[a-z]{2,4}|[0-9]+)$/i.test(value) &&
    !DIGEST.test(value)
  );
}

/** Detects a reference to a value elsewhere, or a placeholder to fill in. */
export function isPlaceholder(value: string): boolean {
  if (value.length < 20 && SEQUENCE.test(toAsciiLower(value))) return true;
  return PLACEHOLDER.test(toAsciiLower(value)) || /(.)\1{5}/.test(value);
}

const NO_PASSWORD =
  /^(?:[$%@!&*{[<(#]|true$|false$|null$|nil$|none$|undefined$|yes$|no$|on$|off$|string$|str$|text$|empty$|user(?:name)?$|root$|admin$|postgres$|mysql$|guest$|test(?:ing)?$|test[._-]?1?2?3?$|foo$|bar$|baz$|abc$|x+$|\.+$|-+$|_+$|0+$|optional$|required$|default$|prompt$|env[:.]|vault[:.]|--[a-z])|passw|passphrase|secret|token|kennwort|[\r\n]/;

/** Detects a password chosen by a person: any text except placeholders. */
export function looksChosen(value: string): boolean {
  return value.length >= 3 && !isPlaceholder(value) && !NO_PASSWORD.test(toAsciiLower(value));
}

/** Tests the password of a login: any text except placeholders, names and the user's own name. */
export function isPasswordOf(
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

function hasRandomPart(value: string, minChars: number): boolean {
  return value.split(/[^A-Za-z0-9]+/).some((part) => part.length >= minChars && looksRandom(part));
}

function isStrongWithoutDigits(value: string, changes: number): boolean {
  return (
    /[!@#$%^&*]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && changes >= 5 && !/[.()[\]{}]/.test(value)
  );
}

/**
 * Counts how often adjacent characters differ in class (lower, upper, digit, other): high in random text, low in words. `Camel` begins as a word
 * does.
 */
function changesOf(value: string): number {
  const shape = value
    .replace(/[0-9]/g, '0')
    .replace(/[A-Z]/g, 'A')
    .replace(/[a-z]/g, 'a')
    .replace(/[^0Aa]/g, '.');
  const changes = shape.match(/(.)(?!\1|$)/g)?.length ?? 0;
  const words = shape.match(/(?<!A)Aaa/g)?.length ?? 0;
  return changes - words;
}

const FRACTION_BITS = 16;

/** Computes the Shannon entropy of a text in bits per character, in integer steps: `Math.log` differs between engines [E2]. */
function entropyOf(text: string): number {
  if (text.length < 2) return 0;
  const counts = new Map<number, number>();
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let weighted = 0;
  for (const count of counts.values()) weighted += count * toLog2(count);
  return (toLog2(text.length) - weighted / text.length) / (1 << FRACTION_BITS);
}

/** Computes log2 in fixed point by repeated squaring: only multiplications and comparisons, exact in every engine. */
function toLog2(value: number): number {
  let whole = 0;
  let rest = value;
  while (rest >= 2) {
    rest /= 2;
    whole++;
  }
  let fraction = 0;
  for (let bit = FRACTION_BITS - 1; bit >= 0; bit--) {
    rest *= rest;
    if (rest < 2) continue;
    rest /= 2;
    fraction |= 1 << bit;
  }
  return (whole << FRACTION_BITS) | fraction;
}
