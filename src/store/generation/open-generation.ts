import { AppError, isAppError } from '../../model/app-error.ts';
import type { BackendFile } from '../backends/file-backend.ts';
import { sweepOne } from '../commit/sweep.ts';
import type { Generation, IndexRow, StoredFile } from '../contract.ts';
import { type Release, readLock } from '../locks.ts';
import type { StoreDeps } from '../store-deps.ts';

/** Acquires the shared lock of the generation, then reads the row again: a commit may have swept the generation in between. */
export async function openGeneration(deps: StoreDeps, collectionId: string): Promise<Generation> {
  for (;;) {
    const { generation } = await readRow(deps, collectionId);
    const releaseLock = await deps.locks.acquire(readLock(collectionId, generation), { shared: true });
    try {
      const row = await readRow(deps, collectionId);
      if (row.generation === generation) return createGeneration(deps, row, releaseLock);
    } catch (error) {
      releaseLock();
      throw error;
    }
    releaseLock();
  }
}

function createGeneration(deps: StoreDeps, row: IndexRow, releaseLock: Release): Generation {
  const files = new Map<string, Promise<BackendFile>>();
  let released = false;

  async function withFile<T>(file: StoredFile, use: (opened: BackendFile) => Promise<T>): Promise<T> {
    const opening = files.get(file.name) ?? openStored(deps, row.collection.id, file);
    files.set(file.name, opening);
    try {
      return await use(await opening);
    } catch (error) {
      // The next read opens it again.
      files.delete(file.name);
      if (!isAppError(error) || error.code !== 'store/not-found') throw error;
      throw await explainMissing(deps, row, file);
    }
  }

  return {
    row,
    async read(file, startByte, endByte) {
      checkSpan(file, startByte, endByte);
      return withFile(file, (opened) => opened.read(startByte, endByte));
    },
    async readSpans(file, spans, put) {
      for (const [startByte, endByte] of spans) checkSpan(file, startByte, endByte);
      await withFile(file, (opened) => opened.readSpans(spans, put));
    },
    readAll: (file) => withFile(file, (opened) => opened.readAll()),
    release() {
      if (released) return;
      released = true;
      releaseLock();
      // A sweep that fails here is left to the next one.
      sweepBehind(deps, row).catch(() => {});
    },
  };
}

export async function openStored(deps: StoreDeps, collectionId: string, file: StoredFile): Promise<BackendFile> {
  const backend = deps.backends.find((candidate) => candidate.where === file.where);
  if (!backend) throw new AppError('store/not-found', 'the file lies where this page cannot read', { file: file.name });
  return backend.open(collectionId, file);
}

async function readRow(deps: StoreDeps, collectionId: string): Promise<IndexRow> {
  const kept = await deps.rows.find(collectionId);
  if (!kept || kept.hidden || kept.indexMissing) {
    throw new AppError('store/not-found', 'there is no such collection', { collection: collectionId });
  }
  return kept.row;
}

/** The sweep after a commit kept the files this reader might need; without this sweep they would stay until the next start. */
async function sweepBehind(deps: StoreDeps, row: IndexRow): Promise<void> {
  const now = await deps.rows.find(row.collection.id);
  if (now && now.row.generation > row.generation) await sweepOne(deps, row.collection.id);
}

/** Without locks a sweep may have removed the file: then there is a newer row and the caller opens that. Otherwise the file is lost. */
async function explainMissing(deps: StoreDeps, row: IndexRow, file: StoredFile): Promise<AppError> {
  const now = await deps.rows.find(row.collection.id);
  const stillNamed = now?.row.files.some((candidate) => candidate.name === file.name) ?? false;
  if (stillNamed)
    return new AppError('store/damaged', 'a stored file is missing', { file: file.name, role: file.role });
  const details = { file: file.name, generation: now?.row.generation ?? 0 };
  return new AppError('store/not-found', 'the collection has moved on', details);
}

function checkSpan(file: StoredFile, startByte: number, endByte: number): void {
  if (startByte >= 0 && startByte <= endByte && endByte <= file.length) return;
  // An offset beyond the file comes from a damaged table, not from a programming error.
  throw new AppError('store/damaged', 'a span lies outside its file', { file: file.name, role: file.role, endByte });
}
