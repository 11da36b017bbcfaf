import type { Query } from './parse-query.ts';

/** What a query is, which decides how its hits are ranked. A question counts as words. */
export type QueryClass =
  | { readonly kind: 'words' }
  | { readonly kind: 'literal'; readonly literal: string }
  | ({ readonly kind: 'message' } & Message);

/** A pasted error, log line or stack trace. */
export interface Message {
  /** Words that the source of the message may have, without times, levels, numbers, paths and frames. */
  readonly words: readonly MessageWord[];
  /** Names of exceptions: they are near the line that throws, and their own definitions are not it. */
  readonly exceptions: readonly string[];
  /** Innermost first. */
  readonly frames: readonly Frame[];
}

export interface MessageWord {
  readonly text: string;
  /** Probably a value, for which the source has a placeholder. */
  readonly isValue: boolean;
  /** Number of its part of the message: what is before and after a colon often comes from different lines. */
  readonly part: number;
}

/** A place that a stack trace, a compiler or a log names. */
export interface Frame {
  /** As written, or made of the package of a class: only its end can be compared with a path. */
  readonly path: string;
  readonly line: number;
}

const WORDS: QueryClass = { kind: 'words' };

export function classifyQuery(text: string, query: Query): QueryClass {
  const { words, phrases, minus } = query;
  const isMarked = minus.length + query.minusPhrases.length > 0 || [query.filters, query.minusFilters].some(hasKey);
  const [only] = words;
  if (words.length === 1 && only !== undefined && phrases.length === 0) {
    if (findFrames(only.text).frames.length > 0) return toMessage(text);
    const literal = only.text.replace(/\(\)?$/, '');
    return isLiteral(literal) ? { kind: 'literal', literal } : WORDS;
  }
  const isQuotation = phrases.flatMap((phrase) => phrase.split(/\s+/).filter(Boolean)).length === words.length;
  if (words.length === 0 || isQuotation || (isMarked && !MINUS_IN_LOG.test(text))) return WORDS;
  return isMessage(text) ? toMessage(text) : WORDS;
}

function hasKey(filters: object): boolean {
  return Object.keys(filters).length > 0;
}

/** Names, keys, flags, codes and paths: an inner sign, capital or digit, or a first capital. Plain small letters are a word. */
function isLiteral(text: string): boolean {
  return (
    /[\p{L}\p{N}]/u.test(text) &&
    (/^[A-Z]|[\p{L}\p{N}][^\p{L}\p{N}\s]+[\p{L}\p{N}]|^[^\p{L}\p{N}"']/u.test(text) || /[a-z][A-Z]|\p{L}\d/u.test(text))
  );
}

/** A dash that log lines have, and no query with an excluded word: ` - ` or `---`. */
const MINUS_IN_LOG = /\d:\d\d|(?:Exception|Error)\b/;
const EXCEPTION = /(?:[\w$]+(?:\.|::|\\))*\b((?:[A-Z][\w$]*)?(?:Exception|Error))\b(?=\s*(?:[:(]|$)|\):?$)/gm;
const SIGNS = [
  /(?:Exception|Error)\b\s*[:(]|\((?:\w+(?:\.|::|\\))*\w+(?:Exception|Error)\):?\s*$/m,
  /^\W*(?:panic|fatal|error|warning|uncaught|unhandled|exception|traceback|caused by|err)\b[^:\n]{0,40}[:)\]]/im,
  /^.{0,40}(?<!\d)\d\d:\d\d:\d\d(?!\d)/m,
  /^.{0,60}\b(?:ERROR|FATAL|WARN(?:ING)?|CRITICAL|SEVERE)\b/m,
  /\b(?:level|lvl|severity)["']?[=:]/i,
  /\bpanicked at\b|\berror(?:\[?\w+\d\]?)?:/i,
];

function isMessage(text: string): boolean {
  return SIGNS.some((sign) => sign.test(text)) || findFrames(text).frames.length > 0 || hasValues(text);
}

/** A sentence with a value in quotation marks or brackets. */
function hasValues(text: string): boolean {
  return !/[\n?]/.test(text) && text.split(/\s+/).length >= MIN_SENTENCE && VALUE.test(text);
}

const MIN_SENTENCE = 4;
const VALUE = /(?<![\w)\]])(?:"[^"\n]*"+|'[^'\n]*'+|`[^`\n]*`|\[[^\]\n]*\]|\{[^}\n]*\}|<[^>\n]*>)(?!\w)/;

/** Numbers, hashes, times, paths and addresses: the source has a placeholder instead. */
const FILLED = [
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}\b/gi,
  /\b[\w.+-]+@[\w-]+\.[\w.]+/g,
  /(?<![\w.])(?:[A-Za-z]:)?[\\/](?:[\w.@+~-]+[\\/])+[\w.@+~-]*/g,
  /\b(?:0x[0-9a-f]+|[0-9a-f]*\d[0-9a-f]*[a-f]\d[0-9a-f]{4,}|\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?)\b/gi,
  /(?<![\w.])[-+]?\d[\d.,:_TZ-]*(?:[a-zA-Z]{1,2})?\b/g,
];

/** What a logger writes before a message: time, process, level, thread, name. */
const LOG_PREFIX =
  /^.{0,40}?(?<!\d)\d\d:\d\d:\d\d(?:[.,]\d+)?\S*\s*|^\W*(?:ERROR|FATAL|WARN(?:ING)?|INFO|DEBUG|TRACE|CRITICAL|SEVERE)\b[\]:]?\s*|^\s*\d*\s*---\s*|^\s*\[[^\]\s]*\]\s*(?=\S)|^\s*(?:\w+\.)+(?!\w*(?:Exception|Error)\b)\w+\s*:\s|^\s*[#*|:>-]+\s+/;
const THREAD =
  /\b(?:Exception in thread "[^"]*"|Caused by:|Uncaught|Unhandled|Traceback \(.*?\):|thread '[^']*'.*panicked at|goroutine \d+ \[[^\]]*\]:?)/gi;

function toMessage(text: string): QueryClass {
  const { frames, lines } = findFrames(text);
  const exceptions = new Set<string>();
  const found = lines.map((line) => {
    const plain = stripPrefix(toLogTexts(line)).replace(THREAD, ' ');
    const message = plain.replace(EXCEPTION, (_, name: string) => {
      if (name !== 'Error' && name !== 'Exception') exceptions.add(name);
      return ' : ';
    });
    return { message, isThrown: message !== plain && /\p{L}/u.test(message) };
  });
  // Before the exception are lines of the program that logs it, after it what else it tells.
  const first = Math.max(
    0,
    found.findIndex(({ isThrown }) => isThrown),
  );
  const isThrown = found[first]?.isThrown === true;
  const texts = found.slice(first).map((line) => ({ ...line, isOther: isThrown && !line.isThrown }));
  const words = texts.flatMap(({ message, isOther }, i) => toWords(message, isOther, i * MAX_PARTS));
  return { kind: 'message', words, exceptions: [...exceptions], frames };
}

/** Parts of one line that are told apart. */
const MAX_PARTS = 100;

function stripPrefix(line: string): string {
  for (let left = line; ; ) {
    const less = left.replace(LOG_PREFIX, '');
    if (less === left || less.trim() === '') return left;
    left = less;
  }
}

/** Returns the texts of a structured log line: sentences of JSON, or quoted values of `key="value"` pairs. */
function toLogTexts(line: string): string {
  if (/^\s*\{.*\}\s*$/.test(line)) {
    const texts = [...line.matchAll(/"((?:[^"\\]|\\.)*\s(?:[^"\\]|\\.)*)"/g)].map(([, value = '']) => value);
    if (texts.length > 0) return texts.join(' ').replaceAll('\\"', '"');
  }
  const pairs = line.match(/(?:^|\s)[\w.-]+=/g) ?? [];
  return pairs.length < 2 ? line : line.replace(/(?:^|\s)[\w.-]+=(?!")\S*/g, ' ').replace(/(?:^|\s)[\w.-]+="/g, ' "');
}

function toWords(message: string, isOther: boolean, firstPart: number): MessageWord[] {
  const filled = FILLED.reduce((left, pattern) => left.replace(pattern, ' '), message);
  const words: MessageWord[] = [];
  let part = firstPart;
  const add = (text: string, isQuoted: boolean): void => {
    for (const word of text.split(/\s+/)) {
      if (/[\p{L}\p{N}]/u.test(word))
        words.push({ text: word, isValue: isOther || (isQuoted && !NAME.test(word)), part });
      if (!isQuoted && word.endsWith(':')) part++;
    }
  };
  for (let rest = filled; rest !== ''; ) {
    const value = VALUE.exec(rest);
    const isShort = value !== null && value[0].split(/\s+/).length < MIN_SENTENCE;
    const end = value === null ? rest.length : value.index + (isShort ? value[0].length : 1);
    add(rest.slice(0, isShort ? value.index : end), false);
    if (isShort) add(value[0], true);
    rest = rest.slice(end);
  }
  return words;
}

/** A quoted name is as likely part of the message as a value of it. */
const NAME = /[a-z0-9][A-Z]|\w_\w/;

const PLACES = [
  // Java and Kotlin: the package says which of the files with this name it is.
  /(?:\bat\s+)?(?:[\w.@-]+\/+)*((?:[\w$]+\.)+)[\w$<>-]+\(([\w$-]+\.\w+):(\d+)\)/g,
  /()([^\s"'`(),;=]+\.\w+)["']?(?::line |,? (?:on )?line )(\d+)/g,
  /()((?:[A-Za-z]:)?[\w@.+$~\\/-]*[\w$+\])-]\.[A-Za-z]\w{0,9}):(\d+)(?::\d+)?\b/g,
  /()((?:[A-Za-z]:)?[\w@.+$~\\/-]*[\w$+-]\.[A-Za-z]\w{0,9})\((\d+)(?:,\s?\d+)?\)/g,
];
/** A line of a trace that is a frame, not a message with a place. */
const FRAME_LINE = /^\s*(?:at\s|from\s|#\d+\s|\d+:\s|-->|File "|in\s|\S+@)|^\s*$|^\s*\+0x/;
/** A call in a trace of Go or Rust, on the line before its place. */
const CALL_LINE = /^\s*(?:\d+:\s+)?[\w./*<>$:-]+(?:\.\(\*?\w+\)\.\w+)?\(.*\)$|^\s*\.\.\. \d+ more|^goroutine \d+/;

function findFrames(text: string): { readonly frames: readonly Frame[]; readonly lines: readonly string[] } {
  const frames: Frame[] = [];
  const lines = text.split(/\r\n|\r|\n/).flatMap((line) => {
    let isFrame = false;
    const rest = PLACES.reduce(
      (left, pattern) =>
        left.replace(pattern, (_, owner: string, file: string, at: string) => {
          isFrame = true;
          const folders = owner.split('.').slice(0, -2).join('/');
          frames.push({ path: `${folders}/${file.replaceAll('\\', '/')}`, line: Number(at) });
          return ' ';
        }),
      line,
    );
    const isCall = CALL_LINE.test(line) && text.includes('\n');
    return (isFrame && (FRAME_LINE.test(line) || FRAME_LINE.test(rest))) || isCall ? [] : [rest];
  });
  // Python prints the innermost call last.
  return { frames: /most recent call last|^\s*File "/m.test(text) ? frames.reverse() : frames, lines };
}

/** Returns the indexes of the files that a frame may mean: those that share most of the end of its path; empty if too many do. */
export function findFrameFiles(frame: Frame, paths: readonly string[]): number[] {
  const wanted = frame.path.split('/').filter(Boolean).reverse();
  let most = 0;
  let best: number[] = [];
  paths.forEach((path, i) => {
    if (!path.endsWith(wanted[0] as string)) return;
    const own = path.split('/').reverse();
    let shared = 0;
    while (shared < wanted.length && own[shared] === wanted[shared]) shared++;
    // The whole path, where others only end like it.
    if (shared === own.length) shared++;
    if (shared > most) best = [];
    if (shared > 0 && shared >= most) best.push(i);
    most = Math.max(most, shared);
  });
  return best.length > MAX_FRAME_FILES ? [] : best;
}

/** More files with the same name say nothing about which is meant. */
const MAX_FRAME_FILES = 3;
