import type { ChunkAnswer, Engine, EngineEvent, SecretPlace, SnapshotRow } from '../../src/engine/contract.ts';
import { type Choices, NO_CHOICES } from '../../src/model/choices.ts';
import type { Chunk, FileRow } from '../../src/model/chunk.ts';
import { type Collection, NO_STATS, type Source } from '../../src/model/collection.ts';
import type { Facets, Hit, SearchAnswer } from '../../src/model/hit.ts';
import type { JobSummary, Progress } from '../../src/model/job.ts';
import type { Kind } from '../../src/model/kind.ts';
import { DEFAULT_SETTINGS } from '../../src/model/settings.ts';
import type { Skip } from '../../src/model/skip.ts';

/** An engine made of arrays, for looking at screens without a worker. It answers like the real one, only more simply; never shipped. */
export interface FixtureFile {
  readonly path: string;
  readonly kind: Kind;
  readonly language?: string;
  readonly chunks: readonly { readonly headings: readonly string[]; readonly symbol?: string; readonly text: string }[];
}

export interface FixtureOptions {
  readonly name?: string;
  readonly files?: readonly FixtureFile[];
  readonly skips?: readonly Skip[];
  readonly secrets?: readonly SecretPlace[];
  /** No collections at all: the first run. */
  readonly isFresh?: boolean;
  /** Pause between reports of an ingest. */
  readonly stepMs?: number;
}

const NOW = '2026-11-15T08:00:00.000Z';
const NO_FACTS = { files: 0, chunks: 0, bytes: 0, tokens: 0, gone: { paths: [], globs: [], picks: [] } };
const NO_TEXT = { tokens: 0, exact: true, bytes: 0, files: 0, parts: [{ tokens: 0, bytes: 0 }] };

export function createFixtureEngine(options: FixtureOptions = {}): Engine {
  const listeners = new Set<(event: EngineEvent) => void>();
  const cancelled = new Set<string>();
  const deleted = new Map<string, Collection>();
  const collections = new Map<string, Collection>();
  const contents = new Map<string, ChunkAnswer[]>();
  const choices = new Map<string, Choices>();
  const emit = (event: EngineEvent) => {
    for (const listener of listeners) listener(event);
  };
  const put = (id: string, name: string, files: readonly FixtureFile[], sources: readonly Source[]) => {
    contents.set(id, toChunks(files));
    collections.set(id, toCollection(id, name, contents.get(id) ?? [], sources, options.skips ?? []));
    return collections.get(id) as Collection;
  };
  if (!options.isFresh) {
    put('acme', options.name ?? 'acme-api', options.files ?? [], [
      toSource('s1', 'acme-api', 'folder', options.files?.length ?? 0, options.skips?.length ?? 0),
      { ...toSource('s2', 'docs.acme.dev', 'site', 51, 3), url: 'https://docs.acme.dev/' },
    ]);
  }
  const chunksOf = (id: string) => contents.get(id) ?? [];
  const summary: JobSummary = {
    indexed: 4,
    unchanged: 0,
    withoutText: 0,
    removed: 0,
    skipped: 2,
    failed: 0,
    elapsedMs: 840,
  };

  async function run(collectionId: string, jobId: string, files: readonly FixtureFile[]): Promise<JobSummary> {
    const total = Math.max(files.length, 40);
    for (let done = 0; done <= total; done += 4) {
      await new Promise((resolve) => setTimeout(resolve, options.stepMs ?? 5));
      const isStopped = cancelled.has(jobId);
      emit({ type: 'progress', progress: toProgress({ collectionId, jobId, done, total, isStopped, files }) });
      if (isStopped) throw Object.assign(new Error('cancelled'), { code: 'engine/cancelled' });
    }
    const last = toProgress({ collectionId, jobId, done: total, total, isStopped: false, files });
    emit({ type: 'collection', collectionId, what: 'commit' });
    emit({ type: 'progress', progress: { ...last, state: 'done', endedAt: NOW, summary } });
    return summary;
  }

  return {
    diagnostics: async () => ({
      where: 'main thread',
      kernel: 'js',
      store: 'opfs',
      ingestWorkers: 2,
      memory: { wasm: 18_874_368, highWater: 25_165_824 },
    }),
    subscribe: async (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    finishReading: async () => 0,
    cancel: async (jobId) => void cancelled.add(jobId),
    listJobs: async () => [],
    listCollections: async () => [...collections.values()],
    createCollection: async ({ name }) => put(`c${collections.size + 1}`, name, [], []),
    renameCollection: async (id, name) => {
      const next = { ...(collections.get(id) as Collection), name };
      collections.set(id, next);
      return next;
    },
    duplicateCollection: async (id, name) => {
      contents.set(`${id}-copy`, chunksOf(id));
      const next = { ...(collections.get(id) as Collection), id: `${id}-copy`, name };
      collections.set(next.id, next);
      return next;
    },
    deleteCollection: async (id) => {
      deleted.set(id, collections.get(id) as Collection);
      collections.delete(id);
    },
    undeleteCollection: async (id) => {
      collections.set(id, deleted.get(id) as Collection);
    },
    changeSettings: async (id, _settings, jobId) => run(id, jobId, []),
    keepOriginals: async (id, _keep, jobId) => run(id, jobId, []),
    ingest: async ({ collectionId, jobId, input }) => {
      const files = options.files ?? [];
      const type = input.type === 'llms-full' ? 'paste' : input.type;
      const source = toSource(`s-${jobId}`, input.name, type, files.length, options.skips?.length ?? 0);
      put(collectionId, collections.get(collectionId)?.name ?? input.name, files, [source]);
      return run(collectionId, jobId, files);
    },
    rememberedHandle: async () => undefined,
    readChoices: async (id) => choices.get(id) ?? NO_CHOICES,
    writeChoices: async (id, change) => {
      const known = choices.get(id) ?? NO_CHOICES;
      const all = Object.entries({ ...known.selections, ...change.selections });
      const selections = Object.fromEntries(all.flatMap(([key, one]) => (one === null ? [] : [[key, one]])));
      choices.set(id, { ...known, ...change, selections });
    },
    describeSelection: async () => NO_FACTS,
    exportText: async () => ({ ...NO_TEXT, fileName: 'acme-api.md', entries: 1, blob: new Blob([]) }),
    measureText: async () => NO_TEXT,
    removeSource: async (id, sourceId) => {
      const now = collections.get(id) as Collection;
      collections.set(id, { ...now, sources: now.sources.filter((source) => source.id !== sourceId) });
    },
    publish: async () => ({ fileName: 'acme-api-site.zip', bytes: 1_200_000, entries: 40, blob: new Blob([]) }),
    openPublished: async () => {
      throw Object.assign(new Error('not published'), { code: 'publish/not-published' });
    },
    publishedTraffic: async () => ({ requests: 0, bytes: 0, roundTrips: 0, wholeFiles: false }),
    keepCopy: async (id) => collections.get(id) as Collection,
    importCollection: async () => {
      throw Object.assign(new Error('not ours'), { code: 'import/not-ours' });
    },
    prefetch: async () => {},
    search: async (id, query, searchOptions = {}) => search(chunksOf(id), query, searchOptions),
    searchTogether: async (ids, query, searchOptions = {}) => ({
      ...search(ids.flatMap(chunksOf), query, searchOptions),
      leftOut: [],
    }),
    getChunk: async (id, key) => chunksOf(id).find(({ chunk }) => isNamed(chunk, key)),
    findChunkAt: async (id, path, line) =>
      chunksOf(id).find(({ chunk }) => chunk.path === path && chunk.end_line >= line) ??
      chunksOf(id).find(({ chunk }) => chunk.path === path),
    readFile: async (id, path) => {
      const answers = chunksOf(id).filter(({ chunk }) => chunk.path === path);
      return answers[0] && { file: answers[0].file, chunks: answers.map(({ chunk }) => chunk) };
    },
    readOriginal: async () => undefined,
    findMatches: async () => [],
    findColours: async () => new Uint32Array(),
    listFiles: async (id) => uniqueFiles(chunksOf(id)),
    listOutline: async (id, path) =>
      chunksOf(id)
        .filter(({ chunk }) => chunk.path === path && chunk.heading_path.length > 0)
        .map(({ chunk }) => ({
          level: chunk.heading_path.length,
          text: chunk.heading_path.at(-1) ?? '',
          start_line: chunk.start_line,
          end_line: chunk.end_line,
          ref: chunk.ref,
        })),
    maskTexts: async (texts) => texts,
    listSymbols: async (id, path) =>
      chunksOf(id)
        .filter(({ chunk }) => chunk.path === path && chunk.symbol !== undefined)
        .map(({ chunk }) => ({
          name: chunk.symbol ?? '',
          what: 'method',
          start_line: chunk.start_line,
          end_line: chunk.end_line,
          ref: chunk.ref,
        })),
    listSkips: async () => options.skips ?? [],
    listWithoutText: async () => [],
    listWarnings: async () => [
      { path: 'data/big.json', code: 'json-parse', message: 'is not valid JSON and was read as text', line: 12 },
    ],
    palette: async (id, text) =>
      uniqueFiles(chunksOf(id))
        .filter(({ path }) => path.includes(text))
        .slice(0, 20)
        .map(({ path }) => ({ type: 'file', text: path, path })),
    stats: async (id) => {
      const { stats } = collections.get(id) as Collection;
      return { ...stats, by_kind: {}, shards: 1, memory: { wasm: 1, highWater: 1, inFlight: 0 } };
    },
    makePack: async ({ collectionId, picks = [], query = '', budgetTokens, counter }) => {
      const wanted = chunksOf(collectionId).filter(
        ({ chunk }) =>
          picks.includes(chunk.id) || (query !== '' && chunk.content.toLowerCase().includes(query.toLowerCase())),
      );
      const text = wanted.map(({ chunk }) => `## ${chunk.path}\n\n${chunk.content}\n`).join('\n');
      const tokens = Math.min(budgetTokens, Math.ceil(text.length / 4));
      const refs = wanted.map(({ chunk }) => chunk.ref);
      return {
        text,
        tokens,
        exact: counter === 'o200k',
        chunks: refs.length,
        candidates: refs.length,
        isIncomplete: false,
        refs,
        reasons: refs.map(() => 'hit' as const),
        items: wanted.map(({ chunk }) => ({
          key: chunk.id,
          ref: chunk.ref,
          path: chunk.path,
          lines: [[chunk.start_line, chunk.end_line] as const],
          label: chunk.slug,
          why: 'hit' as const,
          tokens: chunk.token_estimate,
        })),
      };
    },
    readReplaced: async () => undefined,
    checkCitations: async () => ({ citations: [], total: 0, supported: 0 }),
    exportZip: async () => ({ fileName: 'acme-api.llmx-9f2c11ab.zip', bytes: 3, entries: 1, blob: new Blob(['zip']) }),
    exportArtifact: async () => new Blob(['# acme-api\n']),
    scanSecrets: async () => options.secrets ?? [],
    listSnapshots: async () => [toSnapshot('b', 2), toSnapshot('a', 1)],
    diffSnapshots: async (_id, from, to) => ({
      from: toSnapshot(from, 1),
      to: toSnapshot(to, 2),
      changes: [
        { what: 'added', path: 'guides/queues.md', ref: 'c0009', lines: [12, 40] },
        {
          what: 'changed',
          path: 'guides/limits.md',
          ref: 'c0002',
          oldRef: 'c0002',
          lines: [41, 78],
          oldLines: [41, 70],
        },
        { what: 'moved', path: 'src/http/client.ts', oldPath: 'src/client.ts', ref: 'c0001', oldRef: 'c0004' },
        { what: 'removed', path: 'guides/old.md', oldRef: 'c0012', oldLines: [1, 20] },
      ],
      addedFiles: ['src/http/client.ts'],
      removedFiles: ['guides/old.md', 'src/client.ts'],
    }),
    storage: async () => ({
      backend: 'opfs',
      usedBytes: 48_200_000,
      quotaBytes: 10_700_000_000,
      persisted: false,
      perCollection: [...collections.keys()].map((id) => ({ id, bytes: 48_200_000 })),
    }),
    persist: async () => false,
    verify: async () => ({ damaged: [], repaired: [] }),
  };
}

function search(
  all: readonly ChunkAnswer[],
  query: string,
  options: { limit?: number; offset?: number },
): SearchAnswer {
  const words = query
    .toLowerCase()
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !word.includes(':'));
  const found = all.filter(({ chunk }) => words.every((word) => chunk.content.toLowerCase().includes(word)));
  const offset = options.offset ?? 0;
  const hits = found.slice(offset, offset + (options.limit ?? 50)).map((answer) => toHit(answer, words));
  return { hits, total: found.length, partial: false, fuzzy: false, facets: toFacets(found) };
}

function toHit({ chunk, file }: ChunkAnswer, words: readonly string[]): Hit {
  const at = words.length === 0 ? 0 : Math.max(0, chunk.content.toLowerCase().indexOf(words[0] ?? ''));
  const snippet = chunk.content.slice(Math.max(0, at - 60), at + 200).replaceAll('\n', ' ');
  const ranges: [number, number][] = [];
  for (const word of words) {
    for (
      let i = snippet.toLowerCase().indexOf(word);
      i >= 0;
      i = snippet.toLowerCase().indexOf(word, i + word.length)
    ) {
      ranges.push([i, i + word.length]);
    }
  }
  ranges.sort((a, b) => a[0] - b[0]);
  return {
    id: chunk.id,
    ref: chunk.ref,
    path: chunk.path,
    kind: chunk.kind,
    ...(chunk.language ? { language: chunk.language } : {}),
    source: file.source,
    lines: [chunk.start_line, chunk.end_line],
    score: 1,
    label: chunk.slug,
    heading_path: chunk.heading_path,
    ...(chunk.symbol ? { symbol: chunk.symbol } : {}),
    token_estimate: chunk.token_estimate,
    snippet,
    ranges: ranges.filter(([start], i) => i === 0 || start >= (ranges[i - 1]?.[1] ?? 0)),
    why: words.map((term) => ({ term, field: 'body', how: 'exact' }) as const),
  };
}

function toFacets(found: readonly ChunkAnswer[]): Facets {
  const count = (key: (answer: ChunkAnswer) => string) => {
    const counts = new Map<string, number>();
    for (const answer of found) counts.set(key(answer), (counts.get(key(answer)) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]);
  };
  return {
    kind: count(({ chunk }) => chunk.kind),
    folder: count(({ chunk }) => chunk.path.split('/').slice(0, -1).join('/').concat('/')),
    source: count(({ file }) => file.source),
  };
}

function toChunks(files: readonly FixtureFile[]): ChunkAnswer[] {
  const all: ChunkAnswer[] = [];
  for (const file of files) {
    let line = 1;
    const row: FileRow = toFileRow(file);
    const first = all.length;
    for (const [i, { headings, symbol, text }] of file.chunks.entries()) {
      const lines = text.split('\n').length;
      all.push({ chunk: toChunk(file, { i, headings, symbol, text, line, n: all.length + 1 }), file: row });
      line += lines + 1;
    }
    for (let i = first; i < all.length; i++) {
      const previous = i > first ? all[i - 1]?.chunk.ref : undefined;
      const next = all[i + 1]?.chunk.ref;
      all[i] = {
        ...(all[i] as ChunkAnswer),
        ...(previous === undefined ? {} : { previous }),
        ...(next === undefined ? {} : { next }),
      };
    }
  }
  return all;
}

interface Piece {
  readonly i: number;
  readonly headings: readonly string[];
  readonly symbol: string | undefined;
  readonly text: string;
  readonly line: number;
  readonly n: number;
}

function toChunk(file: FixtureFile, { i, headings, symbol, text, line, n }: Piece): Chunk {
  const id = n.toString(16).padStart(12, 'a').padEnd(64, '0');
  return {
    id,
    short_id: id.slice(0, 12),
    ref: `c${n.toString(36).padStart(4, '0')}`,
    slug: `${file.path.split('/').at(-1)}--${i}`,
    path: file.path,
    kind: file.kind,
    ...(file.language ? { language: file.language } : {}),
    chunk_index: i,
    start_line: line,
    end_line: line + text.split('\n').length - 1,
    content: text,
    content_hash: id,
    token_estimate: Math.ceil(text.length / 4),
    heading_path: headings,
    ...(symbol ? { symbol } : {}),
  };
}

function toFileRow(file: FixtureFile): FileRow {
  const chars = file.chunks.reduce((sum, { text }) => sum + text.length, 0);
  return {
    path: file.path,
    source: file.path.startsWith('docs.acme.dev') ? 'docs-acme-dev' : 'acme-api',
    kind: file.kind,
    ...(file.language ? { language: file.language } : {}),
    bytes: chars,
    sha256: '0'.repeat(64),
    line_count: file.chunks.length * 10,
    chunk_count: file.chunks.length,
    token_total: Math.ceil(chars / 4),
  };
}

function uniqueFiles(chunks: readonly ChunkAnswer[]): readonly FileRow[] {
  return [...new Map(chunks.map(({ file }) => [file.path, file])).values()];
}

function isNamed(chunk: Chunk, key: string): boolean {
  return chunk.id === key || chunk.short_id === key || chunk.ref === key;
}

function toSource(id: string, name: string, type: Source['type'], files: number, skipped: number): Source {
  const slug = name.replaceAll('.', '-');
  return { id, slug, name, type, state: 'INDEXED', lastSyncAt: NOW, remembered: type === 'folder', files, skipped };
}

function toCollection(
  id: string,
  name: string,
  chunks: readonly ChunkAnswer[],
  sources: readonly Source[],
  skips: readonly Skip[],
): Collection {
  const files = uniqueFiles(chunks);
  const stats = {
    ...NO_STATS,
    total_files: files.length,
    total_chunks: chunks.length,
    total_bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    total_tokens: files.reduce((sum, file) => sum + file.token_total, 0),
    warnings: 1,
    skipped: skips.length,
  };
  return {
    id,
    name,
    index_id: '9f2c11ab04de'.padEnd(64, '0'),
    generation: 2,
    settings: DEFAULT_SETTINGS,
    sources,
    stats,
    storedBytes: 48_200_000,
    createdAt: NOW,
    changedAt: NOW,
  };
}

function toSnapshot(id: string, generation: number): SnapshotRow {
  return { id, generation, index_id: id, at: NOW, files: 1284, chunks: 9120 };
}

interface Step {
  readonly collectionId: string;
  readonly jobId: string;
  readonly done: number;
  readonly total: number;
  readonly isStopped: boolean;
  readonly files: readonly FixtureFile[];
}

function toProgress({ collectionId, jobId, done, total, isStopped, files }: Step): Progress {
  return {
    jobId,
    collectionId,
    type: 'ingest',
    state: isStopped ? 'stopped' : 'running',
    phase: done < total / 3 ? 'read' : 'index',
    done,
    total,
    found: total,
    doneBytes: done * 1000,
    totalBytes: total * 1000,
    bytesPerSec: 12_400_000,
    currentPath: files[done % Math.max(1, files.length)]?.path ?? '',
    etaMs: (total - done) * 100,
    startedAt: NOW,
    ...(isStopped ? { endedAt: NOW } : {}),
  };
}
