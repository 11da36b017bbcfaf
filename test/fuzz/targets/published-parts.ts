import { createHash } from 'node:crypto';
import { ByteReader } from '../../../src/lib/byte-reader.ts';
import { concatBytes, fromUtf8, toHex, toUtf8 } from '../../../src/lib/bytes.ts';
import { type BlockDirectory, encodeDirectory, PROOF_BYTES } from '../../../src/publish/format/block-directory.ts';
import { decodeHead, encodeHead, type PublishedHead } from '../../../src/publish/format/head.ts';
import { createPartWriter, decodePart, encodePart, inflate } from '../../../src/publish/format/index-part.ts';
import {
  BLOCK_BYTES,
  BLOCK_UNIT,
  PART_NAMES,
  type PartName,
  type PublishedFile,
} from '../../../src/publish/format/layout.ts';
import { type PublishedManifest, parseManifest } from '../../../src/publish/format/manifest.ts';
import { createBlockWriter } from '../../../src/publish/write/block-writer.ts';
import type { PublishedFolder } from '../../support/static-host.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());

export type RawPart = 'manifest' | 'head' | 'text' | 'words' | 'files' | 'outlines' | 'ids';

/** The parts of a published collection, before they are split into blocks with proofs and hashes. */
export interface PublishedParts {
  readonly manifest: PublishedManifest;
  readonly head: PublishedHead;
  /** Blocks of the text; `raw.text` is the first. */
  readonly texts: readonly Uint8Array[];
  readonly raw: Readonly<Record<RawPart | 'assets', Uint8Array<ArrayBuffer>>>;
  /** Written blocks of parts that were not replaced, by name: they never change, and deflating them is most of the work. */
  readonly unchanged: Map<string, WrittenBlocks>;
}

interface WrittenBlocks {
  readonly directory: BlockDirectory;
  readonly file: PublishedFile;
  readonly bytes: Uint8Array;
}

export function openPublishedParts(folder: PublishedFolder): PublishedParts {
  const get = (name: string): Uint8Array => folder.get(`collection/${name}`) as Uint8Array;
  const manifest = parseManifest(get('manifest.json'), 'manifest.json', sha256);
  const { files, parts } = manifest;
  const index = get(files.index.name);
  const readPart = (name: PartName) => decodePart(index.subarray(parts[name].start, parts[name].end));
  const head = decodeHead(readPart('head'), files);
  const { columns } = readPart('head');
  const texts = listBlocks(get(files.text.name), head.text).map((block) => {
    const body = new ByteReader(block);
    const rawBytes = body.uint();
    return toRaw(block.subarray(body.at), rawBytes);
  });
  const words = head.segments[0]?.words as BlockDirectory;
  const readAll = (file: PublishedFile, directory: BlockDirectory): Uint8Array => {
    const blocks = listBlocks(get(file.name), directory);
    return concatBytes(
      blocks.map((block, i) => toRaw(block, Math.min(BLOCK_BYTES, directory.rawBytes - i * BLOCK_BYTES))),
    );
  };
  const readLazy = (name: Exclude<PartName, 'head'>): Uint8Array<ArrayBuffer> => {
    const { columns: own, hashes } = readPart(name);
    const rawBytes = own.uint();
    const count = own.uint();
    const starts = new Float64Array(count + 1);
    for (let i = 0; i < count; i++) starts[i + 1] = (starts[i] as number) + own.uint() * BLOCK_UNIT;
    return readAll(files[name], { starts, hashes: hashes.raw(0), rawBytes }).slice();
  };
  return {
    manifest,
    head,
    texts,
    unchanged: new Map(),
    raw: {
      manifest: toUtf8(JSON.stringify(manifest)),
      head: columns.raw(columns.left),
      text: (texts[0] as Uint8Array).slice(),
      words: readAll(files.words[0] as PublishedFile, words).slice(),
      files: readLazy('files'),
      outlines: readLazy('outlines'),
      assets: readLazy('assets'),
      ids: readLazy('ids'),
    },
  };
}

function listBlocks(file: Uint8Array, { starts }: BlockDirectory): Uint8Array[] {
  return Array.from({ length: starts.length - 1 }, (_, i) =>
    file.subarray((starts[i] as number) + PROOF_BYTES, starts[i + 1]),
  );
}

function toRaw(stored: Uint8Array, rawBytes: number): Uint8Array {
  return stored.length < rawBytes ? inflate(stored, rawBytes) : stored.subarray(0, rawBytes);
}

/** Publishes the same collection with one part replaced, as an attacker who knows the format could. */
export async function writePublishedParts(
  { manifest, head, texts, raw, unchanged }: PublishedParts,
  replaced: RawPart,
  bytes: Uint8Array,
): Promise<Map<string, Uint8Array>> {
  const out = new Map<string, Uint8Array>();
  if (replaced === 'manifest') return out.set('manifest.json', sign(fromUtf8(bytes)));
  const write = async (name: Exclude<RawPart, 'manifest' | 'head'> | 'assets'): Promise<WrittenBlocks> => {
    const first = name === replaced ? bytes : raw[name];
    const make = () => writeBlocks(name, name === 'text' ? [first, ...texts.slice(1)] : first);
    const written = name === replaced ? await make() : (unchanged.get(name) ?? (await make()));
    if (name !== replaced) unchanged.set(name, written);
    out.set(written.file.name, written.bytes);
    return written;
  };
  const text = await write('text');
  const words = await write('words');
  const [files, outlines, assets, ids] = [
    await write('files'),
    await write('outlines'),
    await write('assets'),
    await write('ids'),
  ];
  const front = head.segments[0]?.front as Uint8Array;
  const made: PublishedHead = { ...head, segments: [{ front, words: words.directory }], text: text.directory };
  const lazy = { files, outlines, assets, ids };
  const index = PART_NAMES.map((name) => {
    const part = createPartWriter();
    if (name === 'head') encodeHead(part, made);
    else encodeDirectory(part, lazy[name].directory);
    if (name === 'head' && replaced === 'head') {
      part.ended.clear();
      part.columns.clear();
      part.columns.raw(bytes);
    }
    return encodePart(part);
  });
  const starts = index.map((_, i) => index.slice(0, i).reduce((sum, part) => sum + part.length, 0));
  const indexFile = { name: 'index-0000000000000000.bin', bytes: concatBytes(index).length };
  out.set(indexFile.name, concatBytes(index));
  const places = PART_NAMES.map((name, i) => {
    const [start, part] = [starts[i] as number, index[i] as Uint8Array];
    return [name, { start, end: start + part.length, hash: toHex(sha256(part).subarray(0, 16)) }] as const;
  });
  const body: PublishedManifest = {
    ...manifest,
    files: {
      index: indexFile,
      words: [words.file],
      text: text.file,
      files: files.file,
      outlines: outlines.file,
      assets: assets.file,
      ids: ids.file,
    },
    parts: Object.fromEntries(places) as PublishedManifest['parts'],
  };
  return out.set('manifest.json', sign(JSON.stringify(body)));
}

async function writeBlocks(stem: string, blocks: readonly Uint8Array[] | Uint8Array): Promise<WrittenBlocks> {
  const parts: Uint8Array[] = [];
  const sink = {
    createFile: async () => ({
      write: async (part: Uint8Array) => void parts.push(part.slice()),
      finish: async () => undefined,
    }),
  };
  const writer = await createBlockWriter(sink, stem, sha256);
  if (blocks instanceof Uint8Array) await writer.write(blocks);
  else for (const block of blocks) await writer.writeBlock(block);
  const { directory, file } = await writer.finish((name) => name);
  return { directory, file, bytes: concatBytes(parts) };
}

/** Signs the body with its correct hash, if it is JSON at all. */
function sign(body: string): Uint8Array {
  try {
    const text = JSON.stringify(JSON.parse(body));
    return toUtf8(`{"quire":3,"hash":"${toHex(sha256(toUtf8(text)))}","body":${text}}`);
  } catch {
    return toUtf8(body);
  }
}
