import { countUtf8, toUtf8 } from '../../lib/bytes.ts';
import type { ContextSpan, Cut, ReadFile } from '../../model/cut.ts';
import { LIMITS } from '../../model/limits.ts';
import type { Warning } from '../../model/warning.ts';
import { MAX_NAME_CHARS, toContextText, toName } from '../to-name.ts';
import { DocumentBudget } from './document-budget.ts';

interface Stated extends Pick<ReadFile, 'title' | 'description' | 'document'> {
  /** Title in the text itself: on the first page or slide, or in the style of titles. */
  readonly cover?: string;
  readonly document?: ReadFile['document'];
}

/** Level below all headings, for pages and row ranges without a heading of their own. */
const BELOW_HEADINGS = 7;

/** Titles that programs give to every document. */
const NO_TITLE =
  /^(?:(?:untitled|enscript output|no title|root|paper|main|article|manuscript|draft|title)\b[-_. \d]*|proceedings template.*|doi:.*|10\.\d{4,}\/.*|arxiv:.*|[\x00-\x7f]|(?:powerpoint|libreoffice)?[ -]?(?:presentation|document|slide|spreadsheet|title)[ -]?\d*)$/i;
/** Names of files that were printed. */
const PRINTED =
  /^Microsoft (?:Word|Excel|PowerPoint|Publisher) - |\.(?:docx?|dvi|indd|odt|pdf|pptx?|pub|rtf|tex|wpd|xlsx?|e?ps|fm|qxd)$/gi;

/** Collects the text of a document line by line, with its cuts, up to the maximum size of a text. */
export class DocumentText {
  readonly #path: string;
  readonly maxBytes: number;
  readonly budget: DocumentBudget;
  /** Set once read: a document that fails later keeps them. */
  facts: Stated = {};
  readonly #lines: string[] = [];
  readonly #cuts: Cut[] = [];
  readonly #warnings: Warning[] = [];
  /** Bytes of all text received, including text over the limit. */
  #bytes = 0;
  #isGapDue = false;
  #address = '';
  #pending: Cut | undefined;
  readonly #context: ContextSpan[] = [];
  #below: readonly string[] = [];
  #belowSince = 0;

  constructor(path: string, maxBytes: number, budget = new DocumentBudget(maxBytes)) {
    this.#path = path;
    this.maxBytes = maxBytes;
    this.budget = budget;
  }

  get isFull(): boolean {
    return this.#bytes > this.maxBytes;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  /** Adds lines with blank lines before and after them. */
  paragraph(text: string): void {
    this.gap();
    this.line(text);
    this.gap();
  }

  /** Adds one or more lines. Does nothing if no character is visible. */
  line(text: string): void {
    if (this.isFull) {
      this.#bytes += text.length;
      return;
    }
    const clean = toVisible(text);
    if (clean.trim() === '') return;
    for (const line of clean.split('\n')) this.#push(line.trimEnd());
  }

  /** Puts a blank line before the next line. */
  gap(): void {
    this.#isGapDue = true;
  }

  /** Adds a heading; `text` is its line in the document if that is longer than the name. */
  heading(level: number, name: string, text = name): void {
    const clean = toShortName(name);
    if (clean === '') return;
    this.gap();
    this.nameNext(level, clean);
    this.line(text);
    this.gap();
  }

  /** Names the section that begins at the next line; the name need not be in the text. */
  nameNext(level: number, name: string): void {
    this.#pending = { line: 0, level: Math.min(6, level), what: 'heading', name, address: this.#address || undefined };
  }

  /** Starts a page, slide or row range. A heading on its first line begins the chunk instead. */
  place(address: string, level: number = BELOW_HEADINGS): void {
    this.#address = address;
    this.#pending = { line: 0, level, what: 'address', name: address };
    this.gap();
  }

  /** Sets the context (a sheet, a header row) of the lines that follow, until the next call. */
  standBelow(texts: readonly string[]): void {
    const lastLine = this.#lines.length;
    if (this.#below.length > 0 && lastLine > this.#belowSince)
      this.#context.push({ firstLine: this.#belowSince + 1, lastLine, texts: this.#below });
    this.#below = texts
      .map((text) => toContextText(toVisible(text.slice(0, LIMITS.maxContextChars * HIDDEN_FACTOR))))
      .filter((text) => text !== '');
    this.#belowSince = lastLine;
  }

  warn(warning: Omit<Warning, 'path'>): void {
    this.#warnings.push({ path: this.#path, ...warning });
  }

  finish(): ReadFile {
    if (this.isFull) {
      const bounds = { limit: this.maxBytes, actual: this.#bytes };
      this.warn({
        code: 'max-file-bytes',
        message: 'The document has more text than allowed; the rest is left out.',
        ...bounds,
      });
    }
    this.standBelow([]);
    const title = toTitle(this.facts.title) || toTitle(this.facts.cover);
    const description = toName(toVisible(this.facts.description ?? ''), 2_000);
    return {
      bytes: toUtf8(this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`),
      cuts: this.#cuts,
      title: title || undefined,
      description: description || undefined,
      ...(this.facts.document && { document: this.facts.document }),
      context: this.#context,
      ...(this.facts.document && { document: this.facts.document }),
      warnings: this.#warnings,
    };
  }

  #push(line: string): void {
    const bytes = countUtf8(line) + 1;
    this.#bytes += bytes;
    if (this.isFull) return;
    if (this.#isGapDue && this.#lines.length > 0 && this.#lines.at(-1) !== '') {
      this.#lines.push('');
      this.#bytes++;
    }
    this.#isGapDue = false;
    this.#lines.push(line);
    if (this.#pending) this.#cuts.push({ ...this.#pending, line: this.#lines.length });
    this.#pending = undefined;
  }
}

/** A header row of megabytes is cleaned again for every range of rows: only the part that its name can need is cleaned. */
const HIDDEN_FACTOR = 8;

function toShortName(name: string): string {
  // Before soft hyphens are removed: they tell a broken word.
  const lines = name.slice(0, MAX_NAME_CHARS * HIDDEN_FACTOR).split(/[\n\r\u2028\u2029\f\v\x85]+/);
  return toName(toVisible(joinLines(lines)));
}

/** Returns the words of a title; empty if a program made it, or if it has no letter or digit. */
export function toTitle(given = ''): string {
  const title = toShortName(given);
  const own = title.replace(PRINTED, '');
  const hasWords = (own === title ? /[0-9A-Za-z\u00aa-\uffff]/ : /[A-Za-z\u00aa-\uffff]/).test(own);
  return hasWords && !NO_TITLE.test(own) && !/<[a-z/!][^>]*>/i.test(own) ? own : '';
}

/** Removes control characters, byte order marks and soft hyphens. */
function toVisible(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029\f\v\x85]/g, '\n').replace(/[\x00-\x08\x0e-\x1f\x7f\xad\ufeff]/g, '');
}

/** Whether a hyphen at the end of a line before a lower-case letter came from the line break. */
export function isBrokenWord(line: string, next: string): boolean {
  return (
    /^[A-Za-z\u00c0-\u024f\u0370-\u04ff][-\u00ad\u2010]$/.test(line.slice(-2)) &&
    /^[a-z\u00df-\u00f6\u00f8-\u00ff\u03ac-\u03ce\u0430-\u045f]/.test(next)
  );
}

/** Joins the lines of a heading. */
export function joinLines(lines: readonly string[]): string {
  const texts = lines.map((line) => line.trim());
  return texts
    .map((text, i) => (isBrokenWord(text, texts[i + 1] ?? '') ? text.slice(0, -1) : `${text} `))
    .join('')
    .trim();
}

/** Moves the rest of a word that was broken up to its start; a compound keeps its hyphen. */
export function joinWords(
  lines: readonly { readonly text: string }[],
  isCompound: (word: string) => boolean = () => false,
): string[] {
  const texts = lines.map(({ text }) => text);
  for (let i = 0; i + 1 < texts.length; i++) {
    const text = texts[i] as string;
    const next = texts[i + 1] as string;
    if (!isBrokenWord(text, next)) continue;
    const [word = ''] = /^\S*/.exec(next) ?? [];
    const start = text.slice(text.lastIndexOf(' ') + 1);
    texts[i] = (isCompound(start + word) ? text : text.slice(0, -1)) + word;
    texts[i + 1] = next.slice(word.length).trim();
  }
  return texts;
}
