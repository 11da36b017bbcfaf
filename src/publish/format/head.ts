import { KINDS } from '../../model/kind.ts';
import { type BlockDirectory, decodeDirectory, encodeDirectory } from './block-directory.ts';
import type { PartReader, PartWriter } from './index-part.ts';
import type { PublishedFile } from './layout.ts';
import { countSegment, decodeFront, encodeFront } from './segment-front.ts';

/** One name of every file, as a number of `names`. */
export interface NameColumn {
  readonly numbers: Uint32Array;
  readonly names: readonly string[];
}

export interface PublishedSegment {
  /** What stands before its dictionary. */
  readonly front: Uint8Array;
  readonly words: BlockDirectory;
}

/** What every reader needs before its first question. */
export interface PublishedHead {
  readonly kinds: Uint8Array;
  readonly folders: NameColumn;
  readonly sources: NameColumn;
  /** One behind the other, each with the next files in path order. */
  readonly segments: readonly PublishedSegment[];
  readonly text: BlockDirectory;
  /** Chunks of each block of the text. */
  readonly textChunks: Uint32Array;
}

export function encodeHead(out: PartWriter, head: PublishedHead): void {
  const { columns } = out;
  columns.uint(head.kinds.length);
  columns.raw(head.kinds);
  for (const { numbers, names } of [head.folders, head.sources]) {
    columns.uint(names.length);
    for (const name of names) columns.text(name);
    for (const number of numbers) columns.uint(number);
  }
  for (const { front, words } of head.segments) {
    encodeFront(columns, front);
    encodeDirectory(out, words);
  }
  encodeDirectory(out, head.text);
  for (const count of head.textChunks) columns.uint(count);
}

/** Throws RangeError for what no writer has written. */
export function decodeHead(
  body: PartReader,
  files: { readonly words: readonly PublishedFile[]; readonly text: PublishedFile },
): PublishedHead {
  const { columns } = body;
  const kinds = columns.raw(columns.uint());
  if (kinds.some((kind) => kind >= KINDS.length)) throw new RangeError('bad kind');
  const readNames = (): NameColumn => {
    const names: string[] = [];
    for (let left = columns.uint(); left > 0; left--) names.push(columns.text());
    const numbers = new Uint32Array(kinds.length);
    for (let i = 0; i < numbers.length; i++) {
      const number = columns.uint();
      if (number >= names.length) throw new RangeError('bad name');
      numbers[i] = number;
    }
    return { names, numbers };
  };
  const [folders, sources] = [readNames(), readNames()];
  const segments = files.words.map(({ bytes }) => ({
    front: decodeFront(columns),
    words: decodeDirectory(body, bytes),
  }));
  const text = decodeDirectory(body, files.text.bytes);
  const textChunks = new Uint32Array(text.starts.length - 1);
  for (let i = 0; i < textChunks.length; i++) textChunks[i] = columns.uint();
  const counts = segments.map(({ front }) => countSegment(front));
  const [ownFiles, ownChunks] = [sum(counts.map((own) => own.files)), sum(counts.map((own) => own.chunks))];
  if (ownFiles !== kinds.length || ownChunks !== sum(textChunks)) throw new RangeError('bad counts');
  return { kinds, folders, sources, segments, text, textChunks };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
