import type { SearchedCollection } from '../../src/engine/open/faces.ts';
import type { Kernel } from '../../src/kernel/contract.ts';
import { toRef } from '../../src/kernel/identity.ts';
import { toShardInputs } from '../../src/kernel/index/merge.ts';
import { compareUtf8, fromUtf8, toHex, toUtf8 } from '../../src/lib/bytes.ts';
import { createNames } from '../../src/lib/names.ts';
import type { FileNames, FileRow } from '../../src/model/chunk.ts';
import type { ReadFile } from '../../src/model/cut.ts';
import type { Kind } from '../../src/model/kind.ts';
import { DEFAULT_SETTINGS } from '../../src/model/settings.ts';
import { type FacetColumn, type FacetColumns, joinTags, toFolder } from '../../src/search/facets.ts';
import { readOf } from './make-leaf.ts';

const KINDS: Readonly<Record<string, Kind>> = {
  md: 'markdown',
  json: 'json',
  ts: 'type_script',
  js: 'java_script',
  py: 'code',
  rs: 'code',
};

/** Files (path → text) as an open collection of `shards` shards, with what a search uses of one. */
export function makeSearchTarget(
  kernel: Kernel,
  texts: Readonly<Record<string, string>>,
  shards = 1,
  reads: Readonly<Record<string, ReadFile>> = {},
): SearchedCollection {
  const paths = Object.keys(texts).sort(compareUtf8);
  const made = paths.map((path) => {
    const extension = path.slice(path.lastIndexOf('.') + 1);
    const kind = KINDS[extension] ?? 'text';
    const bytes = toUtf8(texts[path] as string);
    const input = { path, kind, settings: DEFAULT_SETTINGS, bytes };
    const read = reads[path];
    const output = kernel.makeLeaf({ ...input, ...(read === undefined ? readOf(kernel, input) : { read }) });
    return { path, kind, ...output, view: kernel.readLeaf(output.leaf) };
  });
  const rows = made.map(
    ({ path, kind, bytes, view, fileHash, facts: { title } }): FileRow => ({
      path,
      source: 'test',
      kind,
      ...(kind === 'code' ? { language: path.endsWith('.rs') ? 'rust' : 'python' } : {}),
      bytes,
      sha256: toHex(fileHash),
      lineCount: view.lineCount,
      chunkCount: view.chunks.length,
      tokenTotal: view.tokenTotal,
      ...(title === '' ? {} : { title }),
    }),
  );
  const ordinals = new Uint32Array(made.length + 1);
  made.forEach(({ view }, i) => {
    ordinals[i + 1] = (ordinals[i] as number) + view.chunks.length;
  });
  const open = Array.from({ length: shards }, (_, s) => {
    const own = made.map((file, i) => ({ file, i })).filter(({ i }) => i % shards === s);
    const shard = kernel.openShard(kernel.mergeShard(toShardInputs(own.map(({ file }) => file)), DEFAULT_SETTINGS));
    return {
      number: s,
      shard,
      handle: { shard, name: String(s), users: 1 },
      fileOrder: Uint32Array.from(own.map(({ i }) => i)),
    };
  });
  const searched: Partial<SearchedCollection> = {
    collection: { settings: DEFAULT_SETTINGS } as SearchedCollection['collection'],
    isRemote: false,
    pathOf: undefined,
    refs: { of: (ordinal) => toRef(ordinal, ordinals[made.length] as number), parse: () => undefined },
    fileCount: rows.length,
    fileNames: (i) => rows[i] as FileRow,
    row: (i) => rows[i] as FileRow,
    facets: toFacetColumns(rows.length, (i) => rows[i] as FileRow),
    ordinals,
    totalChunks: ordinals[made.length] as number,
    shards: open,
    incomplete: false,
    isComplete: false,
    complete: async () => {},
    completeFiles: async () => {},
    prepareChunks: async () => {},
    readTexts: async (places) =>
      places.map(({ fileIndex, startByte, endByte }) =>
        fromUtf8((made[fileIndex] as (typeof made)[number]).contents.subarray(startByte, endByte)),
      ),
  };
  return searched as SearchedCollection;
}

/** The columns that the engine stores with its files. */
function toFacetColumns(count: number, fileAt: (file: number) => FileNames): FacetColumns {
  const toColumn = (nameOf: (file: FileNames) => string): FacetColumn => {
    const names = createNames();
    return {
      numbers: Uint32Array.from({ length: count }, (_, i) => names.number(nameOf(fileAt(i)))),
      names: names.all,
    };
  };
  return {
    kind: toColumn((file) => file.kind),
    folder: toColumn((file) => toFolder(file.path)),
    source: toColumn((file) => file.source),
    tag: toColumn((file) => joinTags(file.tags)),
  };
}
