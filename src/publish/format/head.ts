import { KINDS } from '../../model/kind.ts';
import { type BlockDirectory, decodeDirectory, encodeDirectory } from './block-directory.ts';
import type { PartReader, PartWriter } from './index-part.ts';
import type { PublishedFile } from './layout.ts';
import { decodeNames, encodeNames, type NameColumn } from './name-column.ts';
import { countSegment, decodeFront, encodeFront } from './segment-front.ts';

interface PublishedSegment {
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
  out.endColumn();
  encodeNames(out, head.folders);
  encodeNames(out, head.sources);
  for (const { front, words } of head.segments) {
    encodeFront(out, front);
    encodeDirectory(out, words);
    out.endColumn();
  }
  encodeDirectory(out, head.text);
  out.endColumn();
  for (const count of head.textChunks) columns.uint(count);
  out.endColumn();
  encodeNames(out, head.tags);
}

/** Throws RangeError for bytes that no writer produces. */
export function decodeHead(
  body: PartReader,
  files: { readonly words: readonly PublishedFile[]; readonly text: PublishedFile },
): PublishedHead {
  const { columns } = body;
  const kinds = columns.raw(columns.uint());
  if (kinds.some((kind) => kind >= KINDS.length)) throw new RangeError('bad kind');
  const readNames = (): NameColumn => decodeNames(body, kinds.length);
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
