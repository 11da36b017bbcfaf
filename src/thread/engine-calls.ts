import type { Engine } from '../engine/contract.ts';

/** Every call of the engine; `subscribe` is apart because listeners outlive a worker. A call missing here does not compile. */
const calls: Record<Exclude<keyof Engine, 'subscribe'>, true> = {
  diagnostics: true,
  cancel: true,
  listCollections: true,
  createCollection: true,
  renameCollection: true,
  duplicateCollection: true,
  deleteCollection: true,
  undeleteCollection: true,
  changeSettings: true,
  ingest: true,
  removeSource: true,
  rememberedHandle: true,
  importCollection: true,
  search: true,
  getChunk: true,
  findChunkAt: true,
  listFiles: true,
  listOutline: true,
  listSymbols: true,
  listSkips: true,
  listWarnings: true,
  palette: true,
  stats: true,
  makePack: true,
  exportZip: true,
  exportArtifact: true,
  scanSecrets: true,
  listSnapshots: true,
  diffSnapshots: true,
  storage: true,
  persist: true,
  verify: true,
};

export const engineCalls = Object.keys(calls) as Exclude<keyof Engine, 'subscribe'>[];
