export { blockAlloc, blockFree, memoryUsed, memoryHighWater } from './arena';
