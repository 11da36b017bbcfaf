import { findSecrets } from '../../export/secrets/find-secrets.ts';
import {
  collectSecrets,
  createSecretNumbers,
  findReplacements,
  maskText,
  type Replacement,
  type SecretNumbers,
} from '../../export/secrets/mask-text.ts';
import type { SecretSpan } from '../../export/secrets/scan.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { findFirst } from '../../lib/binary-search.ts';
import type { Chunk } from '../../model/chunk.ts';
import { mapPlaces } from '../../places/address.ts';
import type { SearchedCollection } from '../open/faces.ts';
import { readChunksAt, toRows } from '../search/to-chunks.ts';
import { isImported, isReadApart, readSourceText, splitName } from './mask-collection.ts';
import { type ChunkTexts, readChunkTexts, replaceWithin } from './mask-leaf.ts';

/** Texts of the files in a pack. Refs and lines are the collection's, masked or not. */
export interface PackTexts {
  /** Scans whole files, in path order, before any of their text is read: a secret found in one is masked in the others. */
  addFiles(fileIndexes: Iterable<number>): Promise<void>;
  /** Reads chunks in the given order. */
  read(ordinals: readonly number[]): Promise<Chunk[]>;
  /** Masks a path, title or label. */
  toName(text: string): string;
  /** Scans a text of an earlier state, as `addFiles` does. */
  addText(path: string, text: string): void;
  /** Masks such a text, or the whole text of a file; its lines stay. */
  maskText(path: string, text: string): string;
}

interface PackTextOptions {
  readonly mask: boolean;
  /** Called before each scanned file; may let other work in, and may throw. */
  readonly onFile: () => Promise<void> | undefined;
}

export function createPackTexts(
  kernel: Kernel,
  open: SearchedCollection,
  { mask, onFile }: PackTextOptions,
): PackTexts {
  // Published collections were masked at publication, or are public.
  if (mask && !open.isRemote) return createMaskedTexts(kernel, open, onFile);
  return {
    addFiles: async () => undefined,
    read: (ordinals) => readChunksAt(kernel, open, ordinals),
    toName: (text) => text,
    addText: () => undefined,
    maskText: (_, text) => text,
  };
}

interface FileSpans {
  /** Spans in the chunks' text. */
  readonly spans: readonly SecretSpan[];
  /** Secrets of the source, if its text differs. */
  readonly values: readonly { readonly value: string; readonly kind: string }[];
}

const CLEAN: FileSpans = { spans: [], values: [] };
/** Spans found per generation: while the user types, questions ask about the same files again. */
const known = new WeakMap<SearchedCollection, Map<number, FileSpans>>();

interface SecretFile {
  readonly text: string;
  readonly lineOf: ChunkTexts['lineOf'];
  /** Pieces of its chunks. */
  readonly pieces: ChunkTexts['pieces'];
  readonly spans: readonly SecretSpan[];
  replacements?: Replacement[];
}

/** Masks only the packed texts, with their own numbers: the collection is not rebuilt, and the search is the same [P5]. */
function createMaskedTexts(kernel: Kernel, open: SearchedCollection, onFile: PackTextOptions['onFile']): PackTexts {
  const numbers = createSecretNumbers();
  const names = new Map<string, string>();
  const seen = new Set<number>();
  /** Files with secrets. */
  const files = new Map<number, SecretFile>();

  const toName = (text: string): string => {
    const made = names.get(text) ?? maskName(text, numbers);
    names.set(text, made);
    return made;
  };
  const mask = (chunk: Chunk, fileIndex: number): Chunk => {
    const content = maskContent(chunk, files.get(fileIndex), numbers);
    return {
      ...chunk,
      content,
      path: toName(chunk.path),
      slug: toName(chunk.slug),
      headingPath: chunk.headingPath.map(toName),
      headings: chunk.headings?.map(toName),
      symbol: chunk.symbol && toName(chunk.symbol),
      symbols: chunk.symbols?.map(toName),
      ...(chunk.address === undefined ? {} : mapPlaces({ address: chunk.address, places: chunk.places }, toName)),
      context: chunk.context?.map(toName),
      ...(content === chunk.content ? {} : { masked: true }),
    };
  };

  return {
    async addFiles(fileIndexes) {
      for (const fileIndex of [...new Set(fileIndexes)].sort((a, b) => a - b)) {
        if (seen.has(fileIndex)) continue;
        seen.add(fileIndex);
        await onFile();
        const { path } = open.file(fileIndex);
        collectSecrets(splitName(path)[0], numbers);
        const { spans, values } = await findFileSpans(open, fileIndex);
        for (const { value, kind } of values) numbers.numberOf(value, kind);
        if (spans.length === 0) continue;
        const { text, lineOf, pieces } = await readTexts(open, fileIndex);
        collectSecrets(text, numbers, { path, spans });
        files.set(fileIndex, { text, lineOf, spans, pieces: pieces.filter(({ row }) => row !== undefined) });
      }
    },
    async read(ordinals) {
      const chunks = await readChunksAt(kernel, open, ordinals);
      return chunks.map((chunk, i) => mask(chunk, open.fileOfOrdinal(ordinals[i] as number)));
    },
    toName,
    addText(path, text) {
      collectSecrets(splitName(path)[0], numbers);
      collectSecrets(text, numbers, { path });
    },
    maskText: (path, text) => maskText(text, numbers, { path }).text,
  };
}

function maskName(text: string, numbers: SecretNumbers): string {
  const [stem, extension] = splitName(text);
  return maskText(stem, numbers).text + extension;
}

function maskContent(chunk: Chunk, file: SecretFile | undefined, numbers: SecretNumbers): string {
  if (file === undefined)
    return numbers.size === 0 ? chunk.content : maskText(chunk.content, numbers, { spans: [] }).text;
  const { text, lineOf, spans } = file;
  file.replacements ??= findReplacements(text, numbers, { spans, lineOf });
  const { replacements } = file;
  const piece = file.pieces[chunk.chunkIndex] as ChunkTexts['pieces'][number];
  const first = findFirst(replacements.length, (i) => (replacements[i] as Replacement).end > piece.start);
  return replaceWithin(text, piece, replacements, first);
}

async function findFileSpans(open: SearchedCollection, fileIndex: number): Promise<FileSpans> {
  const files = known.get(open) ?? new Map<number, FileSpans>();
  known.set(open, files);
  const found = files.get(fileIndex) ?? (await scanFile(open, fileIndex));
  files.set(fileIndex, found);
  return found;
}

async function scanFile(open: SearchedCollection, fileIndex: number): Promise<FileSpans> {
  const entry = open.file(fileIndex);
  const { text } = await readTexts(open, fileIndex);
  const spans = findSecrets(text, entry.path);
  const hasSource = isReadApart(open, entry) && !isImported(open, entry);
  const source = hasSource ? await readSourceText(open, entry, () => open.readOriginal(fileIndex)) : '';
  const values = findSecrets(source, entry.path).map(({ start, end, kind }) => ({
    value: source.slice(start, end),
    kind,
  }));
  return spans.length + values.length === 0 ? CLEAN : { spans, values };
}

async function readTexts(open: SearchedCollection, fileIndex: number): Promise<ChunkTexts> {
  return readChunkTexts(await open.readContents(fileIndex), toRows(open, fileIndex));
}
