import { execFileSync } from 'node:child_process';
import { extname } from 'node:path';
import { readWithExpressions } from './xml-oracle.ts';

export interface OtherDocument {
  readonly words: readonly string[];
  readonly headings: readonly string[];
}

/** Reads a document with pdftotext, pandoc, or expressions over the parts of slides and sheets; undefined if they cannot open it. */
export function readWithOther(path: string): OtherDocument | undefined {
  const format = extname(path).slice(1);
  try {
    if (format === 'pdf') return { words: toWords(run('pdftotext', ['-enc', 'UTF-8', path, '-'])), headings: [] };
    if (['pptx', 'odp', 'xlsx', 'ods'].includes(format))
      return { words: toWords(readWithExpressions(path, format) ?? ''), headings: [] };
    if (!['docx', 'odt', 'rtf', 'epub'].includes(format)) return undefined;
    // Wide enough for every table: a cell in several lines would tear its words from each other.
    const plain = run('pandoc', ['-f', format, '-t', 'plain', '--wrap=none', '--columns=100000', path]);
    return {
      words: toWords(plain),
      headings: listHeadings(JSON.parse(run('pandoc', ['-f', format, '-t', 'json', path]))),
    };
  } catch {
    return undefined;
  }
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Letters and digits; ligatures, widths and letters in other shapes count as what they stand for. */
export function toWords(text: string): string[] {
  const plain = text.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '');
  return plain.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

interface Node {
  readonly t?: string;
  readonly c?: unknown;
}

function listHeadings(ast: { readonly blocks: unknown }): string[] {
  const headings: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { t, c } = value as Node;
    if (t === 'Header') headings.push(toWords(textOf((c as unknown[])[2])).join(' '));
    else Object.values(value).forEach(visit);
  };
  visit(ast.blocks);
  return headings.filter(Boolean);
}

/** Returns the text of a heading's inline elements. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (typeof value !== 'object' || value === null) return '';
  const { t, c } = value as Node;
  if (t === 'Str') return c as string;
  if (t === 'Space' || t === 'SoftBreak' || t === 'LineBreak') return ' ';
  if (t === 'Code' || t === 'Math') return (c as string[])[1] ?? '';
  if (t === 'Note' || t === 'RawInline') return '';
  return textOf(t === undefined ? Object.values(value) : c);
}

/** The share of `wanted` that `found` holds, each as often. */
export function shareOf(wanted: readonly string[], found: readonly string[]): number {
  if (wanted.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const item of found) counts.set(item, (counts.get(item) ?? 0) + 1);
  let held = 0;
  for (const item of wanted) {
    const count = counts.get(item) ?? 0;
    if (count > 0) held++;
    counts.set(item, count - 1);
  }
  return held / wanted.length;
}

export function toPairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, i) => `${words[i]} ${word}`);
}
