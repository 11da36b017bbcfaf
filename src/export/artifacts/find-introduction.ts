import { toAsciiLower } from '../../lib/ascii.ts';
import { readFrontMatter } from '../../markdown/front-matter.ts';
import { hideComments } from '../../markdown/note.ts';
import type { Chunk, FileRow } from '../../model/chunk.ts';
import type { IndexView } from '../contract.ts';
import { cutChars, toOneLine } from '../text/labels.ts';

const START_FILES =
  'readme.md readme.rst readme.adoc llms.txt index.md home.md index.rst readme readme.txt index.html'.split(' ');

export interface Introduction {
  /** Where reading starts: the chunk of the sentence, or the first one of the file. */
  readonly ref: string;
  readonly path: string;
  /** Whether the file introduces the collection; otherwise it is the one with the most text. */
  readonly isStart: boolean;
  /** First sentence about the subject; empty without one. */
  readonly sentence: string;
  /** The paragraph of that sentence, or its beginning. */
  readonly text: string;
}

/** Finds what a collection says about itself: the introductory page nearest to the root; without one, the file with the most text. */
export async function findIntroduction(view: Pick<IndexView, 'files' | 'chunks'>): Promise<Introduction | undefined> {
  const start = findStartFile(view.files);
  if (start === undefined) return undefined;
  const { index, isStart } = start;
  const chunks = (await view.chunks(index)).slice(0, MAX_CHUNKS);
  for (const chunk of chunks) {
    const paragraph = findParagraph(chunk);
    if (paragraph === '') continue;
    const sentence = SENTENCE.exec(paragraph)?.[0] ?? paragraph;
    return { ref: chunk.ref, path: chunk.path, isStart, sentence, text: cutSentences(paragraph) };
  }
  const [first] = chunks;
  return first && { ref: first.ref, path: first.path, isStart, sentence: '', text: '' };
}

/** The subject comes early, or not at all. */
const MAX_CHUNKS = 5;
const MIN_WORDS = 5;
const MAX_TEXT_CHARS = 320;
const SENTENCE = /^.*?[.!?](?= |$)/;

/** Matches the start of titles, images, badges, bare links, directives, tables, code and quotations. */
const NO_PROSE =
  /^(?:#|!\[|\[!\[|\[[^\]]*\]\([^)]*\)\s*$|\.\. |:|={3}|-{3}|~{3}|\^{3}|`{3}|\||>|[-*+] |\d+[.)] |<!--|@|\/\/|import |from )/;

function findParagraph({ content, kind }: Pick<Chunk, 'content' | 'kind'>): string {
  if (kind === 'code' || kind === 'image') return '';
  const all = (kind === 'markdown' ? hideComments(content) : content).split(/\r\n?|\n/);
  // Comments often hold a licence.
  const text = all
    .slice(readFrontMatter(all)?.end ?? 0)
    .join('\n')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  for (const paragraph of text.split(/\n\s*\n/)) {
    const lines = paragraph.split('\n').filter((line) => !NO_PROSE.test(line.trim()));
    const prose = toProse(lines.join(' '));
    if (prose.split(' ').length >= MIN_WORDS) return prose;
  }
  return '';
}

/** Keeps whole sentences, as many as fit. */
function cutSentences(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text;
  const end = text.slice(0, MAX_TEXT_CHARS).search(/[.!?] (?!.*[.!?] )/);
  return end < 0 ? `${cutChars(text, MAX_TEXT_CHARS).trimEnd()}…` : text.slice(0, end + 1);
}

function toProse(text: string): string {
  const plain = text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/:\w+:`~?([^`<]*)[^`]*`/g, '$1')
    .replace(/[*_`]+/g, '');
  return toOneLine(plain);
}

function findStartFile(files: readonly FileRow[]): { readonly index: number; readonly isStart: boolean } | undefined {
  let best: { index: number; rank: readonly number[] } | undefined;
  for (const [index, file] of files.entries()) {
    if (file.chunkCount === 0) continue;
    const segments = toAsciiLower(file.path).split('/');
    const place = START_FILES.indexOf(segments.at(-1) as string);
    const rank = place < 0 ? [1, -file.tokenTotal, 0] : [0, segments.length, place];
    if (!best || isBefore(rank, best.rank)) best = { index, rank };
  }
  return best && { index: best.index, isStart: best.rank[0] === 0 };
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] as number) < (b[at] as number);
}
