import { toAsciiLower } from '../../lib/ascii.ts';
import type { Chunk, FileRow } from '../../model/chunk.ts';
import type { IndexView } from '../contract.ts';
import { toOneLine } from '../text/labels.ts';

const START_FILES = 'readme.md readme.rst readme.adoc llms.txt index.md index.rst readme readme.txt index.html'.split(
  ' ',
);

export interface Introduction {
  /** Where reading starts: the chunk of the sentence, or the first one of the file. */
  readonly ref: string;
  readonly path: string;
  /** First sentence about the subject; empty without one. */
  readonly sentence: string;
}

/** Finds what a collection says about itself: the introductory page nearest to the root; without one, the file with the most text. */
export async function findIntroduction(view: IndexView): Promise<Introduction | undefined> {
  const index = findStartFile(view.files);
  if (index === undefined) return undefined;
  const chunks = (await view.chunks(index)).slice(0, MAX_CHUNKS);
  for (const chunk of chunks) {
    const sentence = findSentence(chunk);
    if (sentence !== '') return { ref: chunk.ref, path: chunk.path, sentence };
  }
  const [first] = chunks;
  return first && { ref: first.ref, path: first.path, sentence: '' };
}

/** The subject comes early, or not at all. */
const MAX_CHUNKS = 5;
const MIN_WORDS = 5;

/** Matches the start of titles, images, badges, bare links, directives, tables, code and quotations. */
const NO_PROSE =
  /^(?:#|!\[|\[!\[|\[[^\]]*\]\([^)]*\)\s*$|\.\. |:|={3}|-{3}|~{3}|\^{3}|`{3}|\||>|[-*+] |\d+[.)] |<!--|@|\/\/|import |from )/;

function findSentence({ content, kind }: Pick<Chunk, 'content' | 'kind'>): string {
  if (kind === 'code' || kind === 'image') return '';
  for (const paragraph of content.replace(/^---\n[\s\S]*?\n---\n/, '').split(/\n\s*\n/)) {
    const lines = paragraph.split('\n').filter((line) => !NO_PROSE.test(line.trim()));
    const text = toProse(lines.join(' '));
    if (text.split(' ').length >= MIN_WORDS) return /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
  }
  return '';
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

function findStartFile(files: readonly FileRow[]): number | undefined {
  let best: { index: number; rank: readonly number[] } | undefined;
  for (const [index, file] of files.entries()) {
    if (file.chunkCount === 0) continue;
    const segments = toAsciiLower(file.path).split('/');
    const place = START_FILES.indexOf(segments.at(-1) as string);
    const rank = place < 0 ? [1, -file.tokenTotal, 0] : [0, segments.length, place];
    if (!best || isBefore(rank, best.rank)) best = { index, rank };
  }
  return best?.index;
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] as number) < (b[at] as number);
}
