export { blockAlloc, blockFree, memoryUsed, memoryHighWater } from './arena';
export { decodeText } from './utf8';
export { runBegin, runBlocks, runEnd, sha256 } from './sha256';
export { leafFree, leafMetaLength, leafMetaPtr, leafRun, leafSlots, leafText, leafTextLength } from './leaf';
export { termsBegin, termsBodyLength, termsChunk, termsSize, termsTake, termsText } from './terms';
export { mergeBegin, mergeFile, mergeFinish, mergeFree, mergeSize } from './merge';
export {
  entriesBegin, entriesNext, entriesSize, entryPostingsEnd, entryText, entryTextLength, findPrefix, findSimilar, foundForms, foundSize,
  resolveTerm, takeDamage,
} from './lookup';
export { dictionarySpan, dictionarySpanEnd, frontBytes } from './guide-words';
export { isSegment } from './check-segment';
export { filterGroup, groupDf, rankBegin, rankCollect, rankShard, scoreGroup } from './rank';
export { hitsCount, hitsFinish, hitsTotal } from './hits';
export { analyzeAscii, analyzed, analyzeForms, analyzeStem, isBigramStart } from './analyze';
export { log } from './log';
export { orderBegin, orderChunk, orderFactor, orderText, orderWord } from './word-order';
