export { blockAlloc, blockFree, memoryHighWater } from './memory/arena';
export { decodeText } from './text/utf8';
export { runBegin, runBlocks, runEnd, sha256, sha256Spans } from './memory/sha256';
export { leafFree, leafMetaLength, leafMetaPtr, leafRun, leafSlots, leafText, leafTextLength } from './chunk/leaf';
export {
  termsBegin, termsBodyLength, termsChunk, termsDefinition, termsLanguages, termsLink, termsMarks, termsMarksSize, termsSize, termsTake, termsText, termsTitle,
} from './index/terms';
export { mergeBegin, mergeFile, mergeFinish, mergeFree, mergeSize } from './index/merge';
export {
  entriesBegin, entriesNext, entriesSize, entryPostingsEnd, entryText, entryTextLength, findEnding, findPrefix, foundForms, foundSize,
  resolveTerm, takeDamage,
} from './query/lookup';
export { findSimilar } from './query/similar';
export { dictionarySpan, dictionarySpanEnd, frontBytes } from './index/sparse-index';
export { isSegment } from './index/check-segment';
export { filterGroup, groupDf, rankBegin, rankCollect, rankShard, scoreField, scoreGroup, scoreKey } from './query/rank';
export { rankParameters } from './query/field-weights';
export { hitsCount, hitsFinish, hitsTotal } from './query/hits';
export { analyzeAscii, analyzed, analyzeForms, analyzeStem, isBigramStart } from './query/analyze';
export { log } from './query/log';
export { orderBegin, orderChunk, orderFactor, orderText, orderWord } from './query/word-order';
