import type { Filters } from '../model/hit.ts';
import type { Analysis } from './analysis.ts';
import { parseQuery, type Query } from './parse-query.ts';

/** Kind of a query, which decides how its hits are ranked. A question counts as words. */
export type QueryClass =
  | {
      readonly kind: 'words';
      /** Set for what may be a short message with a value, such as `unknown key: up`. */
      readonly template?: readonly MessageWord[];
    }
  | { readonly kind: 'literal'; readonly literal: string }
  | ({ readonly kind: 'message' } & Message);

/** A pasted error, log line or stack trace. */
export interface Message {
  readonly words: readonly MessageWord[];
  /** Innermost first. */
  readonly frames: readonly Frame[];
}

export interface MessageWord {
  readonly text: string;
  /** Probably a value, for which the source has a placeholder, or the name of an exception, whose definition does not throw it. */
  readonly isValue: boolean;
}

/** A place that a stack trace, a compiler or a log names. */
export interface Frame {
  /** As written, or made of the package of a class: only its end can be compared with a path. */
  readonly path: string;
  readonly line: number;
}

const WORDS = { kind: 'words' } as const;

export function classifyQuery(text: string, query: Query): QueryClass {
  const { words, phrases, minus, minusPhrases, filters, minusFilters } = query;
  const [only] = words;
  if (only === undefined || isQuotation(query)) return WORDS;
  if (words.length === 1) {
    const literal = only.text.replace(/\(\)?$/, '');
    if (findFrames(only.text).frames.length > 0) return { kind: 'message', ...parseMessage(text) };
    return LITERAL.test(literal) ? { kind: 'literal', literal } : WORDS;
  }
  const isLog = LOG.test(text) || COMPLAINT.test(text);
  const isMarked = minus.length + minusPhrases.length + Object.keys({ ...filters, ...minusFilters }).length > 0;
  // Log lines have dashes and colons, which are operators in other queries.
  if (isMarked && !isLog) return WORDS;
  const message = parseMessage(text);
  const isSentence = words.length >= MIN_SENTENCE && !/[\n?]/.test(text);
  // Several quoted words are a phrase that was meant as one.
  const hasValue = VALUE.test(text) && !phrases.some((phrase) => /\s/.test(phrase));
  if (isLog || message.frames.length > 0 || (isSentence && hasValue)) return { kind: 'message', ...message };
  return { ...WORDS, template: findTemplate(text, hasValue) };
}

/** Words, a colon and one more. */
const LAST_VALUE = /^([^:?\n]+):\s+([^\s?]+)\s*$/;

/** Returns the words of a message that ends with a colon and a value, or has a quoted one; undefined with fewer than two others. */
function findTemplate(text: string, hasValue: boolean): readonly MessageWord[] | undefined {
  const [, head, value = ''] = LAST_VALUE.exec(text) ?? [];
  if (head === undefined && !hasValue) return undefined;
  const own = head === undefined ? toWords(text) : [...toWords(head), { text: value, isValue: true }];
  return own.filter(({ isValue }) => !isValue).length < 2 ? undefined : own;
}

/** True if every word is quoted: such a query first finds the phrase, and a longer one only prefers chunks with it. */
export function isQuotation({ words, phrases }: Query): boolean {
  return words.length > 0 && phrases.flatMap((phrase) => phrase.split(/\s+/).filter(Boolean)).length === words.length;
}

/** Names, keys, flags, codes and paths: an inner sign, capital or digit, a first sign or two first capitals. */
const LITERAL = /^[A-Z][A-Z]|^[!-/:-@[-_{-~]+\w|\w[!-/:-@[-_{-~]+\w|[a-z][A-Z]|[A-Za-z]\d/;
const LOG =
  /(?:Exception|Error)\b\s*[:(\]]|(?<!\d)\d\d:\d\d:\d\d(?!\d)|\b(?:ERROR|FATAL|WARN(?:ING)?|CRITICAL|SEVERE)\b|\b(?:level|severity)["']?[=:]|\bpanicked at\b/;
const COMPLAINT = /^\W*(?:panic|fatal|error|warning|uncaught|unhandled|caused by)\b[^:\n]{0,40}[:\])]/im;

const MIN_SENTENCE = 4;
const VALUE = /(?<![\w)\]])("[^"\n]*"+|'[^'\n]*'+|`[^`\n]*`|\[[^\]\n]*\]|\{[^}\n]*\}|<[^>\n]*>)(?!\w)/;
/** Numbers, hashes, times, paths and addresses. */
const FILLED = /^\W*[-+]?(?:0x[\da-f]+|\d[\d.,:_TZ-]*[a-z]{0,2}|[\da-f-]*\d[\da-f-]{6,})\W*$|[\\/].*[\\/]|\w@\w+[.-]/i;
/** A quoted name is as likely part of the message as a value of it. */
const NAME = /[a-z0-9][A-Z]|\w_\w/;
const EXCEPTION = /(?:[\w$]+(?:\.|::|\\))*\b(?:[A-Z][\w$]*)?(?:Exception|Error)\b(?=\s*(?:[:(\])]|$))/g;
const THREAD =
  /\b(?:Exception in thread "[^"]*"|Caused by:|Uncaught|Unhandled|Traceback \(.*?\):|thread '[^']*'.*panicked at|goroutine \d+ \[[^\]]*\]:?)/gi;
/** Text of a logger before a message: time, process, level, thread, name. */
const LOG_PREFIX =
  /^.{0,40}?(?<!\d)\d\d:\d\d:\d\d(?:[.,]\d+)?\S*\s*|^\W*(?:ERROR|FATAL|WARN(?:ING)?|INFO|DEBUG|TRACE|CRITICAL|SEVERE)\b[\]:]?\s*|^\s*\d*\s*---\s*|^\s*\[[^\]\s]*\]\s*(?=\S)|^\s*(?:\w+\.)+(?!\w*(?:Exception|Error)\b)\w+\s*:\s|^\s*[#*|:>-]+\s+/;
const LEVEL = /\b(?:ERROR|FATAL|WARN(?:ING)?|INFO|DEBUG|TRACE|CRITICAL|SEVERE)\b/g;
/** Fields of a structured log line but quoted texts: `level=error`, `"msg":`. */
const FIELD = /(?:^|[\s,{])"?[\w.-]+"?(?:=(?!")\S*|[=:](?="))/g;

function parseMessage(text: string): Message {
  const { frames, lines } = findFrames(text);
  const parsed = lines.map((line) => {
    const own = withoutFields(line).replace(THREAD, ' ');
    const message = own.replace(EXCEPTION, ' ');
    return { message, exceptions: own.match(EXCEPTION) ?? [], isThrown: message !== own && /[a-z]/i.test(message) };
  });
  const isThrown = parsed.some((line) => line.isThrown);
  const words = parsed.flatMap(({ message, exceptions, isThrown: isOwn }) => [
    ...exceptions.map((name) => ({ text: name.split(/\W+/).at(-1) as string, isValue: true })),
    // Other lines are of the program that logs the exception.
    ...toWords(message).map((word) => (isThrown && !isOwn ? { ...word, isValue: true } : word)),
  ]);
  return { words, frames };
}

/** The quotation marks, dashes and colons of a message are not operators. */
export function toMessageQuery({ words }: Message, typed: Query): Query {
  // On a second line, words do not count as names and titles: the definition of a class in a message is not its source.
  const own = words.map((word) => ({ ...word, line: 1, prefix: false }));
  const plain = typed.words.map((word) => ({ ...word, line: 1, prefix: false }));
  return { ...parseQuery(''), words: own.some(({ isValue }) => !isValue) ? own : plain };
}

/** Removes the fields of a structured log line, and what its logger adds; a message of nothing but fields keeps them, names and values apart. */
function withoutFields(line: string): string {
  if ((line.match(FIELD)?.length ?? 0) < 2) return stripPrefix(line);
  const rest = stripPrefix(line.replace(FIELD, ' '));
  const hasWords = /[a-z\u0080-\uffff]/i.test(rest.replace(LEVEL, ' ').replace(EXCEPTION, ' '));
  return hasWords ? rest : stripPrefix(line).replace(/=(?=\S)/g, '= ');
}

function stripPrefix(line: string): string {
  const less = line.replace(LOG_PREFIX, '');
  return less === line || less.trim() === '' ? line : stripPrefix(less);
}

function toWords(message: string): MessageWord[] {
  return message.split(VALUE).flatMap((piece, i) => {
    const words = piece.split(/\s+/).filter(Boolean);
    const isQuoted = i % 2 === 1 && words.length < MIN_SENTENCE;
    return words.map((text) => ({ text, isValue: (isQuoted && !NAME.test(text)) || FILLED.test(text) }));
  });
}

/** A file with a line as Java, Python, .NET, JavaScript, PHP, Go, Rust and compilers print it; in Java, the class before it has the folders. */
const PLACE =
  /(?:((?:[\w$]+\.)+)[\w$<>-]+\()?((?:\b[a-z]:)?[^\s"'`(),;=:]*[\w$+\])-]\.[a-z]\w{0,9})(?:["']?(?:,? (?:on )?line |:line |:)|\()(\d+)(?:[:,]\s?\d+)?\)?/gi;
/** A line of a trace, not a message with a place. */
const FRAME_LINE = /^\s*(?:at\s|from\s|#\d+\s|\d+:\s|-->|File "|in\s|\S+@)|^\W*$|^\s*\+0x/;
/** A call in a trace of Go or Rust, on the line before its place. */
const CALL_LINE = /^\s*(?:\d+:\s+)?[\w./*<>$:-]+(?:\.\(\*?\w+\)\.\w+)?\(.*\)$|^\s*\.\.\. \d+ more|^goroutine \d+/;

function findFrames(text: string): { readonly frames: readonly Frame[]; readonly lines: readonly string[] } {
  const frames: Frame[] = [];
  const all = text.split(/\r\n|\r|\n/);
  const lines = all.flatMap((line) => {
    const rest = line.replace(PLACE, (_, owner: string | undefined, file: string, at: string) => {
      const folders = owner?.split('.').slice(0, -2).join('/') ?? '';
      frames.push({ path: `${folders}/${file.replaceAll('\\', '/')}`, line: Number(at) });
      return ' ';
    });
    const isFrame = rest !== line && (FRAME_LINE.test(line) || FRAME_LINE.test(rest));
    return isFrame || (all.length > 1 && CALL_LINE.test(line)) ? [] : [rest];
  });
  // Python prints the innermost call last.
  return { frames: /most recent call last|^\s*File "/m.test(text) ? frames.reverse() : frames, lines };
}

/** More files with the same name say nothing about which is meant. */
const MAX_FRAME_FILES = 3;

/** Returns the indexes of the files that a frame may mean: those that share most of the end of its path; empty if too many do. */
export function findFrameFiles({ path }: Frame, paths: readonly string[]): number[] {
  const wanted = path.split('/').filter(Boolean).reverse();
  const shared = paths.map((other) => {
    const own = other.split('/').reverse();
    const different = own.findIndex((part, i) => part !== wanted[i]);
    // The whole path, where others only end like it.
    return different < 0 ? own.length + 1 : different;
  });
  const most = shared.reduce((max, count) => Math.max(max, count), 0);
  const best = shared.flatMap((count, i) => (count > 0 && count === most ? [i] : []));
  return best.length > MAX_FRAME_FILES ? [] : best;
}

export interface QuestionOptions {
  readonly filters?: Filters;
  readonly limit: number;
  /** Treats quoted words as plain words. */
  readonly quotes: boolean;
  /** Also looks for neighbouring words as one word. */
  readonly compounds: boolean;
}

/** Most pairs of neighbours to join: a title has a dozen words, and longer texts have enough words without it. */
const MAX_COMPOUNDS = 24;
/** A part of one letter, or a compound of four, is more likely another word. */
const MIN_PART_CHARS = 2;
const MIN_COMPOUND_CHARS = 5;

/** Turns phrases into plain words. A question is prose: its quotes mark a message or a name, and an inexact quotation must not empty the result. */
export function toQuestion(query: Query): Query {
  return { ...query, phrases: [] };
}

/** Joins neighbouring words, because code writes `manpage`, `subdomain` and `timeout` for two words of prose. Returns terms as postings store them. */
export function findCompounds(analysis: Analysis, { words }: Query, stemming: boolean): string[] {
  if (words.some(({ line }) => line > 0)) return [];
  const forms = words.flatMap(({ text }) => analysis.tokens(text));
  const terms = new Set<string>();
  for (let i = 1; i < forms.length && terms.size < MAX_COMPOUNDS; i++) {
    const [left, right] = [forms[i - 1], forms[i]].map((form) => (form?.parts.length === 0 ? form.text : '')) as [
      string,
      string,
    ];
    if (left.length < MIN_PART_CHARS || right.length < MIN_PART_CHARS) continue;
    if (left.length + right.length < MIN_COMPOUND_CHARS) continue;
    const [term] = analysis.termsOf(left + right, stemming);
    if (term !== undefined) terms.add(term);
  }
  return [...terms];
}
