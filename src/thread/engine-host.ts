import type { Engine } from '../engine/contract.ts';

/** What lives in the engine's thread: the engine, and the little beside it that the page needs from there. */
export interface EngineHost extends Engine {
  /** The folder handle remembered for a source. */
  findHandle(collectionId: string, sourceId: string): Promise<FileSystemDirectoryHandle | undefined>;
}

/** Every call of the host; `subscribe` is apart because listeners outlive a worker. A call missing here does not compile. */
const calls: Record<Exclude<keyof EngineHost, 'subscribe'>, true> = {
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
  findHandle: true,
};

export const hostCalls = Object.keys(calls) as Exclude<keyof EngineHost, 'subscribe'>[];
