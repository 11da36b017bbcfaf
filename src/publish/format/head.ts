import { KINDS } from '../../model/kind.ts';
import { type BlockDirectory, decodeDirectory, encodeDirectory } from './block-directory.ts';
import type { PartReader, PartWriter } from './index-part.ts';
import type { PublishedFile } from './layout.ts';
import { countSegment, decodeFront, encodeFront } from './segment-front.ts';

/** One name per file, as an index into `names`. */
export interface NameColumn {
  readonly numbers: Uint32Array;
  readonly names: readonly string[];
}

export interface PublishedSegment {
  /** The bytes before its dictionary. */
  readonly front: Uint8Array;
  readonly words: BlockDirectory;
}

/** Everything a reader needs before its first query. */
export interface PublishedHead {
  readonly kinds: Uint8Array;
  readonly folders: NameColumn;
  readonly sources: NameColumn;
  /** All tags of a file as one name. */
  readonly tags: NameColumn;
  /** In path order of their files, without gaps. */
  readonly segments: readonly PublishedSegment[];
  readonly text: BlockDirectory;
  /** Number of chunks in each block of the text. */
  readonly textChunks: Uint32Array;
}

export function encodeHead(out: PartWriter, head: PublishedHead): void {
  const { columns } = out;
  columns.uint(head.kinds.length);
  columns.raw(head.kinds);
  const writeNames = ({ numbers, names }: NameColumn): void => {
    columns.uint(names.length);
    for (const name of names) columns.text(name);
    for (const number of numbers) columns.uint(number);
  };
  writeNames(head.folders);
  writeNames(head.sources);
  for (const { front, words } of head.segments) {
    encodeFront(columns, front);
    encodeDirectory(out, words);
  }
  encodeDirectory(out, head.text);
  for (const count of head.textChunks) columns.uint(count);
  writeNames(head.tags);
}

/** Throws RangeError for bytes that no writer produces. */
export function decodeHead(
  body: PartReader,
  files: { readonly words: readonly PublishedFile[]; readonly text: PublishedFile },
): PublishedHead {
  const { columns } = body;
  const kinds = columns.raw(columns.uint());
  if (kinds.some((kind) => kind >= KINDS.length)) throw new RangeError('bad kind');
  const readNames = (): NameColumn => {
    const names: string[] = [];
    const count = columns.uint();
    // Each is the name of at least one file.
    if (count > kinds.length) throw new RangeError('bad names');
    while (names.length < count) names.push(columns.text());
    if (kinds.length > columns.left) throw new RangeError('bad names');
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
  if (text.starts.length - 1 > columns.left) throw new RangeError('bad counts');
  const textChunks = new Uint32Array(text.starts.length - 1);
  for (let i = 0; i < textChunks.length; i++) textChunks[i] = columns.uint();
  // Folders published by 1.0.0-rc.2 and before end here.
  const tags = columns.left > 0 ? readNames() : { numbers: new Uint32Array(kinds.length), names: [''] };
  const counts = segments.map(({ front }) => countSegment(front));
  const [ownFiles, ownChunks] = [sum(counts.map((own) => own.files)), sum(counts.map((own) => own.chunks))];
  if (ownFiles !== kinds.length || ownChunks !== sum(textChunks)) throw new RangeError('bad counts');
  return { kinds, folders, sources, tags, segments, text, textChunks };
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
