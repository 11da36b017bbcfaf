import type { Kernel } from './contract.ts';
import { makeGivenLeaf } from './given-leaf.ts';
import { toIndexRuntime } from './index-exports.ts';
import type { KernelRuntime } from './memory-views.ts';
import { makeTerms, mergeShard, mergeTerms, type RecordChunk, type TermsFile } from './merge.ts';
import { orderFactors } from './order-factors.ts';
import { prepareRank, rank } from './rank.ts';
import { openShard, openShardFiles } from './shard-view.ts';
import { createAnalyzer, termsOfForm } from './terms.ts';

/** Segments of records that are no files, for the harness and the benchmarks. */
export interface RecordSide {
  /** The terms section of a leaf with these chunks. */
  makeTerms(chunks: readonly RecordChunk[]): Uint8Array<ArrayBuffer>;
  /** A segment of such sections, in path order. */
  mergeTerms(files: readonly TermsFile[], stemming: boolean): Uint8Array<ArrayBuffer>;
}

/** The part of the kernel that knows terms, shards and ranking. */
export type IndexSide = Pick<
  Kernel,
  | 'mergeShard'
  | 'makeGivenLeaf'
  | 'openShard'
  | 'openShardFiles'
  | 'rank'
  | 'prepareRank'
  | 'orderFactors'
  | 'tokens'
  | 'termsOf'
  | 'toAscii'
  | 'log'
> &
  RecordSide;

export function createIndexSide(kernelRuntime: KernelRuntime): IndexSide {
  const runtime = toIndexRuntime(kernelRuntime);
  const analyzer = createAnalyzer(runtime);
  return {
    mergeShard: (files, settings) => mergeShard(runtime, files, settings),
    makeGivenLeaf: (given) => makeGivenLeaf(runtime, given),
    makeTerms: (chunks) => makeTerms(runtime, chunks),
    mergeTerms: (files, stemming) => mergeTerms(runtime, files, stemming),
    openShard: (bytes) => openShard(runtime, analyzer, bytes),
    openShardFiles: (files) => openShardFiles(runtime, analyzer, files),
    rank: (request) => rank(runtime, analyzer, request),
    prepareRank: (request) => prepareRank(runtime, analyzer, request),
    orderFactors: (words, chunks) => orderFactors(runtime, words, chunks),
    tokens: (text, like) => analyzer.tokens(text, like),
    termsOf: (word, stemming) => [
      ...new Set(analyzer.forms(word).flatMap((form) => termsOfForm(analyzer, form, stemming))),
    ],
    toAscii: (text) => analyzer.toAscii(text),
    log: (x) => runtime.exports.log(x),
  };
}
