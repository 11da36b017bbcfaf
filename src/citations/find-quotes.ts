import type { Claim } from './contract.ts';

/** Shorter ones are names and exclamations [P8]. */
const MIN_WORDS = 4;
const MAX_QUOTE_CHARS = 20_000;
const MAX_INLINE_CHARS = 4_000;
const CURLY: Readonly<Record<string, string>> = { '“': '”', '«': '»', '„': '“' };

/** Finds fences, block quotes and words in quotation marks, in order. */
export function findQuotes(answer: string): Claim[] {
  const { quotes, rest } = findBlocks(answer);
  return [...quotes, ...findInline(rest)].sort((a, b) => a.start - b.start);
}

/** `rest` has spaces instead of the blocks, so that offsets stay the same. */
function findBlocks(answer: string): { quotes: Claim[]; rest: string } {
  const quotes: Claim[] = [];
  const rest: string[] = [];
  let fence: { marks: string; start: number } | undefined;
  let block: { start: number; end: number; lastStart: number; lines: string[] } | undefined;
  const endBlock = (): void => {
    if (block === undefined) return;
    const { start, end, lines, lastStart } = block;
    const words = hasSource(lines) ? lines.slice(0, -1) : lines;
    const wordsEnd = words === lines ? end : lastStart;
    add(quotes, { start, end, wordsEnd, quote: toBlockText(words), form: 'block' }, answer);
    block = undefined;
  };
  let at = 0;
  for (const line of answer.split('\n')) {
    const end = at + line.length;
    const marks = /^ {0,3}(?:> ?)?(`{3,}|~{3,})/.exec(line)?.[1];
    const quoted = fence === undefined ? /^ {0,3}> ?(.*)$/.exec(line)?.[1] : undefined;
    if (fence !== undefined) {
      if (marks?.startsWith(fence.marks) && line.trim() === marks) {
        add(quotes, { start: fence.start, end: Math.max(fence.start, at - 1), form: 'fence' }, answer);
        fence = undefined;
      }
      rest.push(' '.repeat(line.length));
    } else if (marks !== undefined && quoted === undefined) {
      endBlock();
      fence = { marks, start: end + 1 };
      rest.push(' '.repeat(line.length));
    } else if (quoted !== undefined) {
      block ??= { start: at, end, lastStart: at, lines: [] };
      block.end = end;
      block.lastStart = at;
      block.lines.push(quoted);
      rest.push(' '.repeat(line.length));
    } else {
      endBlock();
      rest.push(line);
    }
    at = end + 1;
  }
  endBlock();
  if (fence !== undefined) add(quotes, { start: fence.start, end: answer.length, form: 'fence' }, answer);
  return { quotes, rest: rest.join('\n') };
}

/** Checks whether the last line names the source of the others. */
function hasSource(lines: readonly string[]): boolean {
  const last = lines.at(-1) ?? '';
  return (
    lines.length > 1 &&
    /^\s*(?:[—–([]|-{1,2} |source\b|from\b)/i.test(last) &&
    /[./]\S*:\d|#L\d|lines? \d|\bpp?\. ?\d|#?page[ =]\d|slides? \d|!\$?[A-Z]{0,3}\$?\d/.test(last)
  );
}

function toBlockText(lines: readonly string[]): string {
  return lines.join('\n').replace(/^\s*["“]|["”]\s*$/g, '');
}

/** Straight marks open after white space or a bracket and close before anything but a letter or digit; others come in pairs. */
function findInline(text: string): Claim[] {
  const quotes: Claim[] = [];
  const closers: number[] = [];
  const marks = /["“”„«»]/g;
  const opens: { at: number; close: string }[] = [];
  for (const { 0: mark, index } of text.matchAll(marks)) {
    const before = text[index - 1] ?? '\n';
    const after = text[index + 1] ?? '\n';
    if (mark === '"' && /[\s([{—–*_>:]/.test(before) && /\S/.test(after)) opens.push({ at: index, close: '"' });
    else if (mark in CURLY && /\S/.test(after)) opens.push({ at: index, close: CURLY[mark] as string });
    if (/\S/.test(before) && !/[A-Za-z0-9]/.test(after)) closers.push(index);
  }
  let next = 0;
  let end = 0;
  for (const { at, close } of opens) {
    if (at < end) continue;
    while (next < closers.length && (closers[next] as number) <= at) next++;
    const closer = findCloser(text, closers, next, close);
    if (closer === undefined || closer - at > MAX_INLINE_CHARS || text.slice(at, closer).includes('\n\n')) continue;
    end = closer + 1;
    add(quotes, { start: at, end, quote: text.slice(at + 1, closer), form: 'inline' }, text);
  }
  return quotes;
}

/** Skips only a few marks of another kind. */
function findCloser(text: string, closers: readonly number[], first: number, close: string): number | undefined {
  for (let i = first; i < Math.min(closers.length, first + 16); i++)
    if (text[closers[i] as number] === close) return closers[i];
  return undefined;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly quote?: string;
  readonly form: 'fence' | 'block' | 'inline';
  readonly wordsEnd?: number;
}

function add(quotes: Claim[], { start, end, quote, form, wordsEnd = end }: Found, answer: string): void {
  const text = answer.slice(start, Math.min(end, start + MAX_QUOTE_CHARS));
  const words = quote ?? text;
  if (countWords(words) < MIN_WORDS) return;
  quotes.push({ type: 'quote', text, start, end, quote: words.slice(0, MAX_QUOTE_CHARS), form, wordsEnd });
}

function countWords(text: string): number {
  let words = 0;
  for (const _ of text.matchAll(/[A-Za-z0-9_\u0080-\uffff]+/g)) if (++words === MIN_WORDS) break;
  return words;
}
