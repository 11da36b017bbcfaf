import { toAsciiLower } from '../../lib/ascii.ts';
import type { Cut } from '../../model/cut.ts';
import { toName } from '../to-name.ts';
import { endOf, type Lines } from './lines.ts';
import { type TextScan, toWhats } from './text-scanner.ts';

const WHATS = toWhats({
  class: 'table view',
  function: 'function procedure trigger aggregate macro',
  type: 'type domain',
  const: 'index sequence',
  module: 'schema database package',
});

const NAME = String.raw`(?:[\w$\u0080-\uffff]+|"[^"\n]*"|${'`[^`\\n]*`'}|\[[^\]\n]*\])`;
const CREATE = new RegExp(
  String.raw`^create\s+(?:or\s+(?:replace|alter)\s+)?(?:\w+=\S+\s+){0,3}(?:(?:global|local|temp|temporary|unlogged|external|foreign|virtual|materialized|recursive|unique|fulltext|spatial|clustered|nonclustered|constraint|editionable|aggregate)\s+){0,3}(${[...WHATS.keys()].join('|')})\s+(?!(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?on\s)(?:concurrently\s+)?(?:body\s+)?(?:if\s+not\s+exists\s+)?(${NAME}(?:\s?\.\s?${NAME}){0,3})`,
  'i',
);

/** Finds the `CREATE …` statements. Other statements come between them and are packed as lines. */
export function scanSql(lines: Lines): TextScan {
  const scan = new SqlScan(lines);
  scan.run();
  return { cuts: scan.cuts };
}

class SqlScan {
  readonly cuts: Cut[] = [];
  readonly #lines: Lines;
  /** Only MySQL has backquotes and backslash escapes. */
  readonly #hasEscapes: boolean;
  /** First line of the comments before a statement, or -1. */
  #lead = -1;
  /** Inside an unquoted routine, semicolons end its statements, not the routine. */
  #isRoutine = false;
  #open: { readonly cut: Cut; readonly at: number } | undefined;

  constructor(lines: Lines) {
    this.#lines = lines;
    this.#hasEscapes = lines.text.includes('`');
  }

  run(): void {
    const { text } = this.#lines;
    let isStart = true;
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === 10 || code === 32 || code === 9 || code === 13) {
        at++;
        continue;
      }
      const comment = this.#skipComment(at);
      if (comment > at) {
        if (isStart && this.#lead < 0) this.#lead = this.#lines.lineOf(at);
        at = comment;
        continue;
      }
      if (isStart) this.#begin(at);
      isStart = false;
      const next = this.#skipToken(at, code);
      if (code === 59) {
        this.#end(at);
        isStart = true;
      }
      at = next;
    }
    this.#end(text.length - 1);
  }

  #skipComment(at: number): number {
    const { text } = this.#lines;
    const isLine = text.startsWith('--', at) || (this.#hasEscapes && text[at] === '#');
    if (isLine) return endOf(text, '\n', at);
    return text.startsWith('/*', at) && text[at + 2] !== '!' ? endOf(text, '*/', at + 2) : at;
  }

  #skipToken(at: number, code: number): number {
    const { text } = this.#lines;
    if (code === 39 || code === 34 || code === 96) return this.#skipString(at, code);
    if (code === 36) {
      const tag = /^\$(?:[A-Za-z_]\w{0,60})?\$/.exec(text.slice(at, at + 64))?.[0];
      return tag === undefined ? at + 1 : endOf(text, tag, at + tag.length);
    }
    if (!isWord(code)) return at + 1;
    let to = at + 1;
    while (to < text.length && isWord(text.charCodeAt(to))) to++;
    return to;
  }

  #skipString(from: number, quote: number): number {
    const { text } = this.#lines;
    for (let at = from + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) return at + 1;
      if (code === 92 && this.#hasEscapes) at++;
    }
    return text.length;
  }

  #begin(at: number): void {
    const line = this.#lines.lineOf(at);
    const isAtMargin = at === this.#lines.start(line);
    const lead = this.#lead;
    this.#lead = -1;
    if (this.#isRoutine && !isAtMargin) return;
    this.#isRoutine = false;
    const found = CREATE.exec(this.#lines.text.slice(at, at + 400));
    if (!found) return;
    const what = WHATS.get(toAsciiLower(found[1] as string)) ?? 'class';
    this.#isRoutine = what === 'function' || what === 'module';
    const from = lead < 0 ? line : Math.max(lead, Math.min(this.cuts.at(-1)?.endLine ?? 0, line));
    const name = toName((found[2] as string).replace(/["`[\]]/g, '').replace(/\s/g, ''));
    if (name === '') return;
    const cut: Cut = { line: from + 1, level: 1, what, name, symbolLine: line + 1, endLine: line + 1 };
    this.#open = { cut, at: this.cuts.push(cut) - 1 };
  }

  #end(at: number): void {
    if (!this.#open) return;
    const { cut, at: place } = this.#open;
    this.cuts[place] = { ...cut, endLine: this.#lines.lineOf(at) + 1 };
    // The body of a routine continues after its first semicolon.
    if (!this.#isRoutine) this.#open = undefined;
  }
}

function isWord(code: number): boolean {
  return (code > 47 && code < 58) || (code > 64 && code < 91) || code === 95 || (code > 96 && code < 123) || code > 127;
}
