import { instantiate as instantiateWasm } from '@assemblyscript/loader';
import { toHex, toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import { RANKED_FIELDS, RANKING } from '../../model/ranking.ts';
import { DEFAULT_SETTINGS } from '../../model/settings.ts';
import {
  type ChunkExports,
  type ChunkRuntime,
  DECODED,
  hashAll,
  hashAt,
  hashPieces,
  takeText,
  withBytes,
} from '../chunk/chunk-runtime.ts';
import { writeLanguages } from '../chunk/find-language.ts';
import { makeImportedLeaf } from '../chunk/imported-leaf.ts';
import { readLeaf } from '../chunk/leaf-view.ts';
import { makeLeaf } from '../chunk/make-leaf.ts';
import type { Kernel, KernelBuild, OrderChunk, OrderWord } from '../contract.ts';
import { createAnalyzer, termsOfForm } from '../index/analyzer.ts';
import { mergeShard, toShardInputs } from '../index/merge.ts';
import { openShard, openShardFiles } from '../index/shard-view.ts';
import type { IndexExports, IndexRuntime } from '../memory/index-exports.ts';
import { createMemoryViews, guard, type RawExports } from '../memory/memory-views.ts';
import { toNameKey } from '../query/query-groups.ts';
import { prepareRank, rank } from '../query/rank.ts';

/** `instantiate` may be called again: each call has its own memory. */
export interface JsKernelModule {
  instantiate(imports: object): unknown;
}

/** Builds to choose from; only `thread` and the harness know where they are. */
interface KernelSource {
  readonly simd?: BufferSource | WebAssembly.Module;
  readonly js?: () => Promise<JsKernelModule>;
}

/**
 * Loads the best build that starts and passes the self-check. Throws `kernel/unavailable` with the reasons if none does. `extend` adds calls of the
 * harness and the benchmarks.
 */
export async function loadKernel<T extends object>(
  source: KernelSource,
  extend?: (runtime: IndexRuntime) => T,
): Promise<Kernel & T> {
  const reasons: Record<string, string> = {};
  for (const build of ['simd', 'js'] as const) {
    try {
      const exports = await instantiate(source, build);
      if (!exports) continue;
      const runtime = { exports: exports as IndexExports & ChunkExports, memory: createMemoryViews(exports) };
      const kernel = assemble(build, runtime);
      checkKernel(kernel);
      return { ...kernel, ...(extend?.(runtime) as T) };
    } catch (error) {
      reasons[build] = error instanceof Error ? error.message : 'unknown';
    }
  }
  throw new AppError('kernel/unavailable', 'no build of the kernel starts here', reasons);
}

async function instantiate(source: KernelSource, build: KernelBuild): Promise<RawExports | undefined> {
  if (build === 'js') return (await source.js?.())?.instantiate({}) as RawExports | undefined;
  const { simd } = source;
  // Lockdown modes and jitless engines have no WebAssembly at all.
  if (!simd || typeof WebAssembly !== 'object') return undefined;
  const { instance } = await instantiateWasm(simd);
  // Not the loader's own `exports`: each function there is wrapped, which makes a short call several times as long.
  return instance.exports as unknown as RawExports;
}

function assemble(build: KernelBuild, runtime: IndexRuntime & ChunkRuntime): Kernel {
  const { exports } = runtime;
  const analyzer = createAnalyzer(runtime);
  writeParameters(runtime);
  writeLanguages(runtime);
  return {
    build,
    decode: (bytes) => decode(runtime, bytes),
    sha256: (bytes) => withBytes(runtime, bytes, (ptr) => hashAt(runtime, ptr, bytes.length)),
    sha256Of: (pieces) => hashPieces(runtime, pieces),
    sha256All: (texts) => hashAll(runtime, texts),
    makeLeaf: (input) => makeLeaf(runtime, input),
    makeImportedLeaf: (file) => makeImportedLeaf(runtime, file),
    readLeaf,
    mergeShard: (files, settings) => mergeShard(runtime, files, settings),
    openShard: (bytes) => openShard(runtime, analyzer, bytes),
    openShardFiles: (files) => openShardFiles(runtime, analyzer, files),
    rank: (request) => rank(runtime, analyzer, request),
    prepareRank: (request) => prepareRank(runtime, analyzer, request),
    orderFactors: (words, chunks) => orderFactors(runtime, words, chunks),
    tokens: (text, like) => analyzer.tokens(text, like),
    termsOf: (word, stemming) => [
      ...new Set(analyzer.forms(word).flatMap((form) => termsOfForm(analyzer, form, stemming))),
    ],
    linkTerm: (name) => toNameKey('link', analyzer.forms(name)),
    toAscii: (text) => analyzer.toAscii(text),
    log: (x) => exports.log(x),
    memory: () => ({ bytes: exports.memory.buffer.byteLength, highWaterBytes: exports.memoryHighWater() >>> 0 }),
  };
}

/** Writes the ranking parameters in the order of wasm/assembly/query/field-weights.ts. */
function writeParameters({ exports, memory }: IndexRuntime): void {
  const at = exports.rankParameters() >>> 3;
  const rows = [RANKING.prose, RANKING.code].flatMap(({ k1, b, weight, stop }) => [
    k1,
    ...RANKED_FIELDS.map((field) => b[field]),
    ...RANKED_FIELDS.map((field) => weight[field]),
    stop,
  ]);
  memory.f64().set([...rows, RANKING.ownHeading, RANKING.allWords], at);
}

function decode(runtime: ChunkRuntime, bytes: Uint8Array): ReturnType<Kernel['decode']> {
  return withBytes(runtime, bytes, (ptr) => {
    const status = runtime.exports.decodeText(ptr, bytes.length);
    if (status === DECODED.binary) return { refused: 'binary' };
    if (status === DECODED.notUtf8) return { refused: 'encoding' };
    return { text: status === DECODED.same ? bytes : takeText(runtime) };
  });
}

function orderFactors(
  { exports, memory }: IndexRuntime,
  words: readonly OrderWord[],
  chunks: readonly OrderChunk[],
): Float64Array {
  const give = (text: string, take: (ptr: number, length: number) => void): void => {
    const { ptr, length } = memory.putText(text);
    take(ptr, length);
    memory.free(ptr);
  };
  return guard(() => {
    exports.orderBegin();
    for (const { text, prefix, stop } of words)
      give(text, (ptr, length) => exports.orderWord(ptr, length, prefix ? 1 : 0, stop ? 1 : 0));
    return Float64Array.from(chunks, ({ texts, headings }) => {
      exports.orderChunk();
      for (const text of texts) give(text, (ptr, length) => exports.orderText(ptr, length, 0));
      for (const heading of headings) give(heading, (ptr, length) => exports.orderText(ptr, length, 1));
      return exports.orderFactor();
    });
  });
}

/** Throws if a build gives wrong results: a miscompiled kernel must never write a collection. */
function checkKernel(kernel: Kernel): void {
  checkHash(kernel);
  checkLeaf(kernel);
  checkRank(kernel);
}

/** Test vector of FIPS 180-2, two blocks. */
function checkHash(kernel: Kernel): void {
  const hash = toHex(kernel.sha256(toUtf8('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')));
  expect(hash === '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1', 'sha256');
}

const PAGE = '# Été *one*\n\nfirst\n\n## Two\n\n```\n# no heading\n```\n';

function makePage(kernel: Kernel, text: string) {
  const settings = { ...DEFAULT_SETTINGS, chunk_min_chars: 0 };
  return kernel.makeLeaf({ path: 'a.md', kind: 'markdown', settings, bytes: toUtf8(text) });
}

function checkLeaf(kernel: Kernel): void {
  const view = kernel.readLeaf(makePage(kernel, PAGE).leaf);
  expect(
    view.headings.map(({ level, line, text }) => `${level}:${line}:${text}`).join() === '1:1:Été one,2:5:Two',
    'headings',
  );
  const spans = view.chunks.map((chunk) => `${chunk.startByte}-${chunk.endByte}:${chunk.chars}`);
  expect(spans.join() === '0-20:18,22-50:28', 'chunks');
  expect(
    toHex(view.chunks[1]?.contentHash ?? new Uint8Array()) === toHex(kernel.sha256(toUtf8(PAGE.slice(20, 48)))),
    'chunk hash',
  );
}

function checkRank(kernel: Kernel): void {
  const { leaf } = makePage(kernel, PAGE);
  const shard = kernel.openShard(kernel.mergeShard(toShardInputs([{ path: 'a.md', leaf }]), DEFAULT_SETTINGS));
  const words = [{ text: 'first', line: 0, prefix: false, fuzzy: 0 as const }];
  const shards = [{ shard, fileOrder: new Uint32Array(1) }];
  const answer = kernel.rank({ shards, words, minus: [], required: [], stemming: true, limit: 5, offset: 0 });
  shard.close();
  expect(answer.total === 1 && answer.chunk[0] === 0 && (answer.score[0] ?? 0) > 0, 'rank');
}

function expect(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`self-check failed: ${what}`);
}
