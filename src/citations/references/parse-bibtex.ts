import { joinName, toReference } from './make-reference.ts';
import type { Reference } from './reference.ts';

/**
 * Parses BibTeX and BibLaTeX, with the `file` fields of Zotero, JabRef and Mendeley. A broken entry is skipped up to the next line that starts one.
 * Linear in the length of the text.
 */
export function parseBibtex(text: string): Reference[] {
  const found: Reference[] = [];
  const strings = new Map<string, string>(MONTHS);
  const start = /@[ \t]*([A-Za-z]+)\s*[{(]/g;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const type = (match[1] as string).toLowerCase();
    if (type === 'comment' || type === 'preamble') continue;
    const entry = readEntry(text, start.lastIndex, strings, type === 'string');
    if (entry === undefined) continue;
    start.lastIndex = entry.end;
    if (type === 'string') for (const [name, value] of entry.fields) strings.set(name, value);
    else found.push(toBibReference(type, entry));
  }
  return found;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').map((name) => [name, name] as const);

interface Entry {
  readonly key: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly end: number;
}

/** The next entry. A value that is not closed ends there, so that no text is read twice. */
const NEXT = /\n(?=@[A-Za-z]{1,40}[ \t]{0,9}[{(])/g;
const KEY = /\s*([^\s,{}()=#%"]*)\s*,?/y;
const NAME = /[\s,]*([A-Za-z][\w:+.-]*)\s*=\s*/y;
const PLAIN = /([^\s,{}()"#]+)\s*/y;
const JOIN = /\s*#\s*/y;

/** Reads fields from `at` on, as far as they can be read. */
function readEntry(text: string, at: number, strings: ReadonlyMap<string, string>, isString: boolean) {
  const key = isString ? undefined : take(KEY, text, at);
  const fields = new Map<string, string>();
  let end = key?.end ?? at;
  if (!isString && (key === undefined || key.found[1] === '')) return undefined;
  for (let name = take(NAME, text, end); name !== undefined; name = take(NAME, text, end)) {
    const value = readValue(text, name.end, strings);
    if (value === undefined) {
      end = take(NEXT, text, name.end)?.found.index ?? text.length;
      break;
    }
    const field = (name.found[1] as string).toLowerCase();
    if (!fields.has(field)) fields.set(field, value.text);
    end = value.end;
  }
  return { key: key?.found[1] ?? '', fields, end } satisfies Entry;
}

function take(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : { found, end: pattern.lastIndex };
}

interface Value {
  readonly text: string;
  readonly end: number;
}

/** Reads parts joined by `#`: in braces, in quotation marks, numbers and names of strings. */
function readValue(text: string, at: number, strings: ReadonlyMap<string, string>): Value | undefined {
  const parts: string[] = [];
  let end = at;
  for (;;) {
    const first = text[end];
    if (first === '{' || first === '"') {
      const closed = findClose(text, end);
      if (closed === undefined) return undefined;
      parts.push(text.slice(end + 1, closed));
      end = closed + 1;
    } else {
      const plain = take(PLAIN, text, end);
      if (plain === undefined) return undefined;
      const word = plain.found[1] as string;
      parts.push(strings.get(word.toLowerCase()) ?? word);
      end = plain.end;
    }
    const joint = take(JOIN, text, end);
    if (joint === undefined) return { text: parts.join(''), end };
    end = joint.end;
  }
}

const ENTRY = /^@[A-Za-z]{1,40}[ \t]{0,9}[{(]/;

/** Finds the end of a value in braces or quotation marks. A new entry at the start of a line ends one that is not closed. */
function findClose(text: string, open: number): number | undefined {
  const isQuoted = text[open] === '"';
  let depth = 0;
  for (let i = open + (isQuoted ? 1 : 0); i < text.length; i++) {
    const char = text[i];
    if (char === '\\') i++;
    else if (char === '{') depth++;
    else if (char === '}') {
      depth--;
      if (depth === 0 && !isQuoted) return i;
    } else if (char === '"' && isQuoted && depth === 0) return i;
    else if (char === '\n' && ENTRY.test(text.slice(i + 1, i + 60))) return undefined;
  }
  return undefined;
}

function toBibReference(type: string, { key, fields }: Entry): Reference {
  const get = (name: string): string => toPlain(fields.get(name) ?? '');
  const people = fields.get('author') ?? fields.get('editor') ?? '';
  return toReference({
    key,
    type,
    title: [get('title'), get('subtitle')].filter((part) => part !== '').join(': '),
    authors: splitNames(people).map(toName),
    date: get('year') || get('date'),
    doi: get('doi'),
    files: parseFiles(fields.get('file') ?? ''),
    // A path names its owner.
    fields: [...fields].filter(([name]) => name !== 'file' && !name.startsWith('bdsk-')),
  });
}

/** Splits a list of names at `and`, but not in braces. */
function splitNames(text: string): string[] {
  const names: string[] = [''];
  let depth = 0;
  for (const part of text.split(/([{}]|\s+and\s+)/)) {
    if (part === '{') depth++;
    if (part === '}') depth--;
    if (depth === 0 && /^\s+and\s+$/.test(part)) names.push('');
    else names[names.length - 1] += part;
  }
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'others');
}

/** Turns `van Gogh, Jr, Vincent` into `Vincent van Gogh Jr`. A name in braces is an organisation. */
function toName(name: string): string {
  if (/^\{[^{}]*\}$/.test(name)) return toPlain(name);
  return joinName(splitOutside(name, ',').map(toPlain));
}

/** Splits at a character outside of braces. */
function splitOutside(text: string, at: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if (char === '{') depth++;
    if (char === '}') depth--;
    if (char === at && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

/** Reads `name:path:type`, as Zotero, JabRef and Mendeley write it, or only a path; semicolons are between several. A backslash escapes the next character. */
function parseFiles(text: string): string[] {
  const plain = text.replaceAll('$\\backslash$', '\\\\').replace(/\{\\(?:[^{}]|\{[^{}]*\}){1,12}\}/g, toPlain);
  return plain.split(/(?<!\\);/).flatMap((one) => {
    const path = findPath(one)
      .replace(/\\([\\:;{}_&%#$])/g, '$1')
      .trim();
    return path === '' ? [] : [path];
  });
}

function findPath(one: string): string {
  const [first = '', second, third = ''] = one.split(/(?<!\\):/);
  if (second === undefined || isDrive(first)) return one;
  if (second === '') return first;
  return isDrive(second) ? `${second}:${third}` : second;
}

/** `C` of `C:\papers`. */
const isDrive = (text: string): boolean => /^[A-Za-z]$/.test(text.trim());

const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
  b: '\u0331',
};
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ss: 'ß', o: 'ø', O: 'Ø', l: 'ł', L: 'Ł', aa: 'å', AA: 'Å', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', i: 'i', j: 'j' },
  ...{ dh: 'ð', DH: 'Ð', th: 'þ', TH: 'Þ', dj: 'đ', DJ: 'Đ', ng: 'ŋ', NG: 'Ŋ', textendash: '–', textemdash: '—' },
  ...{ textquoteright: '’', textquoteleft: '‘', textquotedblleft: '“', textquotedblright: '”', ldots: '…', dots: '…' },
};

/** Removes the marks of LaTeX: accents become letters, braces go. */
function toPlain(latex: string): string {
  return latex
    .replace(
      /\\(?:[`'^~=."]|[uvHcdbkr](?![A-Za-z]))\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\?([A-Za-z]))/g,
      (all, braced, bare) => {
        const accent = ACCENTS[all[1] as string] ?? '';
        return `${braced ?? bare}${accent}`;
      },
    )
    .replace(/\\([A-Za-z]+)(?:\{\}|\s+|(?=[^A-Za-z]|$))/g, (_, name: string) => LETTERS[name] ?? '')
    .replace(/\\([&%_#$ ])/g, '$1')
    .replace(/\\[{}]/g, '')
    .replace(/---/g, '—')
    .replace(/--/g, '–')
    .replace(/[{}]|(?<!\\)\$/g, '')
    .replace(/~/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}
