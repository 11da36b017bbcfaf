import type { Kernel } from '../../kernel/contract.ts';
import { parseRef, toRef } from '../../kernel/identity.ts';
import { findRange } from '../../lib/binary-search.ts';
import { createNames } from '../../lib/names.ts';
import type { FileNames } from '../../model/chunk.ts';
import { type Collection, NO_STATS } from '../../model/collection.ts';
import { DEFAULT_SETTINGS } from '../../model/settings.ts';
import type { FacetColumn, FacetColumns } from '../../search/facets.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { ChunkRefs, OpenCollection, OpenShard, SearchedCollection, TextPlace } from '../open/faces.ts';
import { findOrdinals } from '../search/answers.ts';
import { toCollectionLabels } from './collection-labels.ts';

/**
 * Several open collections as one [P10]: their files in sequence, each path after its collection's label, each ref after its id. Chunk ids,
 * lines and texts stay the same. The caller keeps the collections open.
 */
export interface JoinedCollection extends SearchedCollection {
  readonly members: readonly (Member & { readonly label: string })[];
  memberOf(fileIndex: number): number;
  /** Returns the collection of a path, folder or ref, and its name there. */
  toOwn(path: string): { readonly collectionId: string; readonly path: string } | undefined;
}

export function joinCollections(kernel: Kernel, members: readonly Member[]): JoinedCollection {
  const opens = members.map(({ open }) => open);
  const layout = layOutMembers(members);
  const { labels, firstFiles, firstOrdinals, ordinals, fileCount, totalChunks, at, split, eachMember } = layout;
  const isComplete = (): boolean => opens.every((open) => open.isComplete);
  const fileNames = (i: number): FileNames => {
    const { m, open, own } = at(i);
    const { path, kind, language } = open.fileNames(own);
    return { path: `${labels[m]}/${path}`, ownPath: path, kind, language, source: `${labels[m]}/` };
  };

  return {
    members: members.map((member, m) => ({ ...member, label: labels[m] as string })),
    memberOf: layout.memberOf,
    toOwn(path) {
      const found = split(path);
      return found && { collectionId: (members[found.m] as Member).id, path: found.own };
    },

    collection: joinCollectionRows(opens.map(({ collection }) => collection)),
    isRemote: false,
    fileCount,
    // Sources may have the same id in two collections.
    file(i): FileEntry {
      const { m, open, own } = at(i);
      const entry = open.file(own);
      return { ...entry, path: `${labels[m]}/${entry.path}`, sourceId: `${m}/${entry.sourceId}` };
    },
    row(i) {
      const { m, open, own } = at(i);
      const row = open.row(own);
      return { ...row, path: `${labels[m]}/${row.path}` };
    },
    fileNames,
    async completeFiles() {
      await Promise.all(opens.map((open) => open.completeFiles()));
    },
    async readDates() {
      const dates = await Promise.all(opens.map((open) => open.readDates()));
      return Float64Array.from(dates.flatMap((own) => [...own]));
    },
    findFileIndex(path) {
      const found = split(path);
      const own = found && (opens[found.m] as OpenCollection).findFileIndex(found.own);
      return found === undefined || own === undefined ? undefined : own + (firstFiles[found.m] as number);
    },
    ordinals,
    totalChunks,
    fileOfOrdinal: (ordinal) => findRange(ordinals, ordinals.length, ordinal),
    refs: toRefs(members, layout),

    prepareChunks: (indexes) => eachMember(indexes, (open, own) => open.prepareChunks(own)),
    chunkRow(fileIndex, chunkIndex) {
      const { open, own } = at(fileIndex);
      return open.chunkRow(own, chunkIndex);
    },
    findIds: async (shortId) => {
      const found = await Promise.all(opens.map((open) => findOrdinals(kernel, open, shortId)));
      return found.flatMap((own, m) => own.map((ordinal) => ordinal + (firstOrdinals[m] as number)));
    },
    readTexts: (places) => readJoinedTexts(opens, places, at),
    readLeaf: (i) => at(i).open.readLeaf(at(i).own),
    readContents: (i) => at(i).open.readContents(at(i).own),
    readOriginal: (i) => at(i).open.readOriginal(at(i).own),

    facets: joinFacets(opens, labels),
    get pathOf() {
      return isComplete() ? (i: number) => fileNames(i).path : undefined;
    },
    shards: opens.flatMap((open, m) => joinShards(open, firstFiles[m] as number)),
    incomplete: opens.some((open) => open.incomplete),
    get isComplete() {
      return isComplete();
    },
    async complete() {
      await Promise.all(opens.map((open) => open.complete()));
    },
  };
}

function toRefs(members: readonly Member[], { firstOrdinals, split }: MemberLayout): ChunkRefs {
  const totalOf = (m: number): number => (members[m] as Member).open.totalChunks;
  return {
    of(ordinal) {
      const m = findRange(firstOrdinals, firstOrdinals.length, ordinal);
      return `${members[m]?.id}/${toRef(ordinal - (firstOrdinals[m] as number), totalOf(m))}`;
    },
    parse(text) {
      const found = split(text);
      const own = found && parseRef(found.own, totalOf(found.m));
      return found === undefined || own === undefined ? undefined : own + (firstOrdinals[found.m] as number);
    },
  };
}

function joinShards({ shards, collection }: OpenCollection, firstFile: number): OpenShard[] {
  const { stemming } = collection.settings;
  return shards.map((open) => ({ ...open, stemming, fileOrder: open.fileOrder.map((file) => file + firstFile) }));
}

/** Prefixes folders with their collection's label, and makes the collection the source. */
function joinFacets(opens: readonly OpenCollection[], labels: readonly string[]): FacetColumns {
  const join = (
    columnOf: (facets: FacetColumns) => FacetColumn,
    toName: (name: string, label: string) => string,
  ): FacetColumn => {
    const names = createNames();
    const columns = opens.map(({ facets, fileCount }, m) => {
      const column = columnOf(facets);
      const numbers = column.names.map((name) => names.number(toName(name, labels[m] as string)));
      return Uint32Array.from({ length: fileCount }, (_, i) => numbers[column.numbers[i] as number] as number);
    });
    const joined = new Uint32Array(columns.reduce((sum, { length }) => sum + length, 0));
    let start = 0;
    for (const column of columns) {
      joined.set(column, start);
      start += column.length;
    }
    return { numbers: joined, names: names.all };
  };
  return {
    tag: join(
      ({ tag }) => tag,
      (name) => name,
    ),
    kind: join(
      ({ kind }) => kind,
      (name) => name,
    ),
    folder: join(
      ({ folder }) => folder,
      (name, label) => (name === '' ? '' : `${label}/${name}`),
    ),
    source: join(
      ({ source }) => source,
      (_, label) => `${label}/`,
    ),
  };
}

async function readJoinedTexts(
  opens: readonly OpenCollection[],
  places: readonly TextPlace[],
  at: (fileIndex: number) => { m: number; own: number },
): Promise<string[]> {
  const texts = new Array<string>(places.length).fill('');
  await Promise.all(
    opens.map(async (open, m) => {
      const own = places.flatMap((place, i) => {
        const found = at(place.fileIndex);
        return found.m === m ? [{ i, place: { ...place, fileIndex: found.own } }] : [];
      });
      if (own.length === 0) return;
      const read = await open.readTexts(own.map(({ place }) => place));
      for (const [n, { i }] of own.entries()) texts[i] = read[n] as string;
    }),
  );
  return texts;
}

function joinCollectionRows(collections: readonly Collection[]): Collection {
  return {
    ...{ id: '', name: '', index_id: '', generation: 0, storedBytes: 0, createdAt: '', changedAt: '' },
    stats: NO_STATS,
    settings: {
      ...DEFAULT_SETTINGS,
      stemming: collections.every(({ settings }) => settings.stemming),
      mask_secrets: collections.some(({ settings }) => settings.mask_secrets),
    },
    sources: collections.flatMap(({ sources }, m) => sources.map((source) => ({ ...source, id: `${m}/${source.id}` }))),
  };
}

export interface Member {
  readonly id: string;
  readonly open: OpenCollection;
}

/** First file and chunk of each of several collections in sequence. */
interface MemberLayout {
  readonly labels: readonly string[];
  /** By member; one more entry holds the total. */
  readonly firstFiles: Uint32Array;
  readonly firstOrdinals: Uint32Array;
  /** First ordinal of every file; one more entry holds the total. */
  readonly ordinals: Uint32Array;
  readonly fileCount: number;
  readonly totalChunks: number;
  memberOf(fileIndex: number): number;
  /** Returns the file's index in its own collection. */
  at(fileIndex: number): { readonly m: number; readonly open: OpenCollection; readonly own: number };
  /** Splits a path after its label, or a ref after its id. */
  split(path: string): { readonly m: number; readonly own: string } | undefined;
  /** Calls `work` with the files of each member, by their own indexes. */
  eachMember(
    fileIndexes: readonly number[],
    work: (open: OpenCollection, own: readonly number[]) => Promise<void>,
  ): Promise<void>;
}

function layOutMembers(members: readonly Member[]): MemberLayout {
  const opens = members.map(({ open }) => open);
  const labels = toCollectionLabels(opens.map(({ collection }) => collection.name));
  const names = new Map([
    ...members.map(({ id }, m) => [id, m] as const),
    ...labels.map((label, m) => [label, m] as const),
  ]);
  const firstFiles = toStarts(opens.map(({ fileCount }) => fileCount));
  const firstOrdinals = toStarts(opens.map(({ totalChunks }) => totalChunks));
  const memberOf = (fileIndex: number): number => findRange(firstFiles, firstFiles.length, fileIndex);
  const at: MemberLayout['at'] = (fileIndex) => {
    const m = memberOf(fileIndex);
    return { m, open: opens[m] as OpenCollection, own: fileIndex - (firstFiles[m] as number) };
  };
  return {
    labels,
    firstFiles,
    firstOrdinals,
    ordinals: joinOrdinals(opens, firstFiles, firstOrdinals),
    fileCount: firstFiles[opens.length] as number,
    totalChunks: firstOrdinals[opens.length] as number,
    memberOf,
    at,
    split(path) {
      const slash = path.indexOf('/');
      const m = names.get(path.slice(0, Math.max(0, slash)));
      return m === undefined ? undefined : { m, own: path.slice(slash + 1) };
    },
    async eachMember(fileIndexes, work) {
      const groups = opens.map((): number[] => []);
      for (const fileIndex of fileIndexes) {
        const { m, own } = at(fileIndex);
        groups[m]?.push(own);
      }
      await Promise.all(groups.map((own, m) => own.length > 0 && work(opens[m] as OpenCollection, own)));
    },
  };
}

/** Returns the starts and, last, the total. */
function toStarts(counts: readonly number[]): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (const [i, count] of counts.entries()) starts[i + 1] = (starts[i] as number) + count;
  return starts;
}

function joinOrdinals(opens: readonly OpenCollection[], files: Uint32Array, chunks: Uint32Array): Uint32Array {
  const joined = new Uint32Array((files[opens.length] as number) + 1);
  for (const [m, { ordinals, fileCount }] of opens.entries())
    for (let i = 0; i <= fileCount; i++)
      joined[(files[m] as number) + i] = (ordinals[i] as number) + (chunks[m] as number);
  return joined;
}
