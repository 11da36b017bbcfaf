import { toAsciiLower } from '../../lib/ascii.ts';
import { entropyOf } from './entropy.ts';

const PLACEHOLDER =
  /example|sample|placeholder|your|change|replace|dummy|fake|secret-?here|xxxx|\*\*\*|\.\.\.|todo|redacted|lorem|foobar|insert|my[-_]|[<>|]|\$\{|\{\{|%\(|%s|\[\[secret:/;
const SEQUENCE = /1234567|abcdef|qwerty/;

/** A token of a shape that several things have must not look written by hand. */
export function looksIssued(token: string): boolean {
  return entropyOf(token) >= 2.5;
}

/**
 * A value assigned to something called password or token. Only its own look can tell it from a word, a path, a call or a type, so it must
 * be random for its length: changes between lower, upper, digit and other are many in random text, few in words.
 */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || /[^!-~]/.test(value) || isPlaceholder(value)) return false;
  const entropy = entropyOf(value);
  const changes = changesOf(value);
  if (!/[0-9]/.test(value)) return isStrongWithoutDigits(value, changes);
  if (!/[A-Za-z]/.test(value)) return false;
  if (/^[0-9a-fA-F]+$/.test(value)) return value.length >= 16 && entropy >= 2.8 && changes >= value.length / 4;
  if (/^[a-z0-9]+$|^[A-Z0-9]+$/.test(value)) return value.length >= 10 && entropy >= 3 && changes >= value.length / 4;
  if (/^[A-Za-z0-9]+$/.test(value)) return value.length >= 10 && entropy >= 3 && changes >= value.length / 3;
  // Names in parts (a path, a package, a version, a call) are random only where a part is.
  if (/^[A-Za-z0-9]+(?:[.,/:_=?&()-]+[A-Za-z0-9]+)*[();]*$/.test(value)) {
    return value.split(/[^A-Za-z0-9]+/).some((part) => part.length >= 10 && looksRandom(part));
  }
  return entropy >= 2.75 && changes >= 4;
}

/** Words and numbers joined by dashes, as password managers make them. */
export function looksLikePassphrase(value: string): boolean {
  return (
    value.length >= 16 &&
    !isPlaceholder(value) &&
    /^[A-Za-z0-9]+(?:[-_.!][A-Za-z0-9]+){2,8}$/.test(value) &&
    /[0-9]/.test(value)
  );
}

function isPlaceholder(value: string): boolean {
  if (value.length < 20 && SEQUENCE.test(toAsciiLower(value))) return true;
  return PLACEHOLDER.test(toAsciiLower(value)) || /(.)\1{5}/.test(value);
}

function isStrongWithoutDigits(value: string, changes: number): boolean {
  return (
    /[!@#$%^&*]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && changes >= 5 && !/[.()[\]{}]/.test(value)
  );
}

/** How often neighbours differ in class (lower, upper, digit, other): high in random text, low in words. */
function changesOf(value: string): number {
  let changes = 0;
  for (let i = 1; i < value.length; i++) {
    if (classOf(value.charCodeAt(i)) !== classOf(value.charCodeAt(i - 1))) changes++;
  }
  return changes;
}

function classOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return 0;
  if (unit >= 65 && unit <= 90) return 1;
  if (unit >= 97 && unit <= 122) return 2;
  return 3;
}
