import { toUtf8 } from '../../lib/bytes.ts';
import type { ContextSpan, Cut, ReadFile } from '../../model/cut.ts';
import type { Warning } from '../../model/warning.ts';
import { toContextText, toName } from '../to-name.ts';

/** Headings of a document are above every page and row range that has no heading of its own. */
export const BELOW_HEADINGS = 7;

type Facts = Pick<ReadFile, 'title' | 'description' | 'warnings'>;

/** Collects the text of a document line by line, with its cuts, up to the size a text may have. */
export class DocumentText {
  readonly #path: string;
  readonly maxBytes: number;
  readonly #lines: string[] = [];
  readonly #cuts: Cut[] = [];
  readonly #warnings: Warning[] = [];
  /** Of all that was given. */
  #bytes = 0;
  #isGapDue = false;
  #address = '';
  #pending: Cut | undefined;
  readonly #context: ContextSpan[] = [];
  #below: readonly string[] = [];
  #belowSince = 0;

  constructor(path: string, maxBytes: number) {
    this.#path = path;
    this.maxBytes = maxBytes;
  }

  get isFull(): boolean {
    return this.#bytes > this.maxBytes;
  }

  /** Lines that stand apart from those before and behind them. */
  paragraph(text: string): void {
    this.gap();
    this.line(text);
    this.gap();
  }

  /** May be several lines. Nothing where there is nothing to see. */
  line(text: string): void {
    const clean = toVisible(text);
    if (/^\s*$/.test(clean)) return;
    for (const line of clean.split('\n')) this.#push(line.trimEnd());
  }

  /** The next line stands behind a blank one. */
  gap(): void {
    this.#isGapDue = true;
  }

  /** `text` is how it stands in the document, where that is more than its name. */
  heading(level: number, name: string, text = name): void {
    const clean = toName(toVisible(name));
    if (clean === '') return;
    this.gap();
    this.nameNext(level, clean);
    this.line(text);
    this.gap();
  }

  /** The next line begins what has this name, which need not stand there. */
  nameNext(level: number, name: string): void {
    const address = this.#address === '' ? {} : { address: this.#address };
    this.#pending = { line: 0, level: Math.min(6, level), what: 'heading', name, ...address };
  }

  /** What follows is on this page, slide or row range. A heading on its first line begins the chunk in its place. */
  place(address: string, level: number = BELOW_HEADINGS): void {
    this.#address = address;
    this.#pending = { line: 0, level, what: 'address', name: address };
    this.gap();
  }

  /** What is written from now on stands below these texts (a sheet, a header row) until others are given. */
  standBelow(texts: readonly string[]): void {
    const lastLine = this.#lines.length;
    if (this.#below.length > 0 && lastLine > this.#belowSince)
      this.#context.push({ firstLine: this.#belowSince + 1, lastLine, texts: this.#below });
    this.#below = texts.map((text) => toContextText(toVisible(text))).filter((text) => text !== '');
    this.#belowSince = lastLine;
  }

  warn(warning: Omit<Warning, 'path'>): void {
    this.#warnings.push({ path: this.#path, ...warning });
  }

  finish(facts: Facts = {}): ReadFile {
    if (this.isFull) {
      const bounds = { limit: this.maxBytes, actual: this.#bytes };
      this.warn({
        code: 'max-file-bytes',
        message: 'The document has more text than allowed; the rest is left out.',
        ...bounds,
      });
    }
    this.standBelow([]);
    const title = toName(toVisible(facts.title ?? ''));
    const description = toName(toVisible(facts.description ?? ''), 2_000);
    return {
      bytes: toUtf8(this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`),
      cuts: this.#cuts,
      ...(title === '' ? {} : { title }),
      ...(description === '' ? {} : { description }),
      ...(this.#context.length === 0 ? {} : { context: this.#context }),
      ...(this.#warnings.length === 0 ? {} : { warnings: this.#warnings }),
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

/** Without what is no character of a text: control characters, byte order marks, and hyphens that only a layout needs. */
function toVisible(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029\f\v\x85]/g, '\n').replace(/[\x00-\x08\x0e-\x1f\x7f\xad\ufeff]/g, '');
}

function countUtf8(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Either half of a pair makes two of its four bytes.
    if (code > 127) bytes += code > 2047 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
