import { writeLanguages } from '../chunk/find-language.ts';
import { makeImportedLeaf } from '../chunk/imported-leaf.ts';
import type { Kernel } from '../contract.ts';
import { createAnalyzer, termsOfForm } from '../index/analyzer.ts';
import { makeTerms, mergeShard, mergeTerms, type RecordChunk, type TermsFile } from '../index/merge.ts';
import { toNameKey } from '../index/name-keys.ts';
import { openShard, openShardFiles } from '../index/shard-view.ts';
import { toIndexRuntime } from '../memory/index-exports.ts';
import type { KernelRuntime } from '../memory/memory-views.ts';
import { orderFactors } from '../query/order-factors.ts';
import { prepareRank, rank } from '../query/rank.ts';
import { writeParameters } from '../query/write-parameters.ts';

/** Segments of records instead of files, for the harness and the benchmarks. */
export interface RecordSide {
  /** Makes the terms section of a leaf with these chunks. */
  makeTerms(chunks: readonly RecordChunk[], title?: string): Uint8Array<ArrayBuffer>;
  /** Merges such sections, in path order, into a segment. */
  mergeTerms(files: readonly TermsFile[], stemming: boolean): Uint8Array<ArrayBuffer>;
}

/** The part of the kernel that handles terms, shards and ranking. */
export type IndexSide = Pick<
  Kernel,
  | 'mergeShard'
  | 'makeImportedLeaf'
  | 'openShard'
  | 'openShardFiles'
  | 'rank'
  | 'prepareRank'
  | 'orderFactors'
  | 'tokens'
  | 'termsOf'
  | 'linkTerm'
  | 'toAscii'
  | 'log'
> &
  RecordSide;

export function createIndexSide(kernelRuntime: KernelRuntime): IndexSide {
  const runtime = toIndexRuntime(kernelRuntime);
  const analyzer = createAnalyzer(runtime);
  writeParameters(runtime);
  writeLanguages(runtime);
  return {
    mergeShard: (files, settings) => mergeShard(runtime, files, settings),
    makeImportedLeaf: (file) => makeImportedLeaf(runtime, file),
    makeTerms: (chunks, title) => makeTerms(runtime, chunks, title),
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
    linkTerm: (name) => toNameKey('link', analyzer.forms(name)),
    toAscii: (text) => analyzer.toAscii(text),
    log: (x) => runtime.exports.log(x),
  };
}
