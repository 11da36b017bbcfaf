import { AppError, isAppError } from '../model/app-error.ts';
import type { ShelfFile, StoreParts } from './backend.ts';
import type { Generation, IndexRow, StoredFile } from './contract.ts';
import { readLock } from './lock-names.ts';
import { sweepOne } from './sweep.ts';

/**
 * Takes the shared lock of the generation the row names, then looks again: between the two a commit may have swept it. So `lastRow`, the row
 * as it was seen before, need not be the newest.
 */
export async function openGeneration(
  parts: StoreParts,
  collectionId: string,
  options: { readonly readsSoon?: boolean; readonly lastRow?: IndexRow } = {},
): Promise<Generation> {
  let row = options.lastRow ?? (await readRow(parts, collectionId));
  for (;;) {
    const files = createFiles(parts, collectionId);
    // What is opened before the lock is there is read after it, or not at all.
    if (options.readsSoon) prepareFiles(files, row);
    const release = await parts.locks.take(readLock(collectionId, row.generation), { shared: true });
    const now = await readRow(parts, collectionId).catch((error: unknown) => {
      release();
      throw error;
    });
    if (now.generation === row.generation) return createGeneration(parts, now, files, release);
    files.close();
    release();
    row = now;
  }
}

/** More would make those wait that are needed first. */
const MAX_PREPARED = 24;

/** All that a first search may read: opening files is mostly waiting for the browser, so they wait together. What is read first goes first. */
function prepareFiles(files: Files, row: IndexRow): void {
  const byRole = (role: StoredFile['role']): readonly StoredFile[] => row.files.filter((file) => file.role === role);
  const prepare = (wanted: readonly StoredFile[]): Promise<unknown> =>
    Promise.allSettled(wanted.map(async (file) => (await files.open(file)).prepare?.()));
  const first = [...byRole('files'), ...byRole('segment')].slice(0, MAX_PREPARED);
  const then = [...byRole('table'), ...byRole('contents')].slice(0, MAX_PREPARED - first.length);
  void prepare(first).then(() => prepare(then));
}

async function readRow(parts: StoreParts, collectionId: string): Promise<IndexRow> {
  const kept = await parts.rows.find(collectionId);
  if (!kept || kept.hidden || kept.halfDeleted) {
    throw new AppError('store/not-found', 'there is no such collection', { collection: collectionId });
  }
  return kept.row;
}

/** The files of a generation that were opened so far. */
interface Files {
  open(file: StoredFile): Promise<ShelfFile>;
  /** The next read opens the file anew. */
  drop(file: StoredFile): void;
  close(): void;
}

function createFiles(parts: StoreParts, collectionId: string): Files {
  const open = new Map<string, Promise<ShelfFile>>();
  return {
    open(file) {
      const opening = open.get(file.name) ?? openStored(parts, collectionId, file);
      open.set(file.name, opening);
      return opening;
    },
    drop: (file) => void open.delete(file.name),
    close() {
      for (const opening of open.values())
        opening.then(
          (opened) => opened.close?.(),
          () => {},
        );
    },
  };
}

function createGeneration(parts: StoreParts, row: IndexRow, files: Files, release: () => void): Generation {
  let released = false;

  async function withFile(file: StoredFile, use: (opened: ShelfFile) => Promise<Uint8Array>): Promise<Uint8Array> {
    try {
      return await use(await files.open(file));
    } catch (error) {
      files.drop(file);
      if (!isAppError(error) || error.code !== 'store/not-found') throw error;
      throw await explainMissing(parts, row, file);
    }
  }

  return {
    row,
    async read(file, startByte, endByte) {
      checkSpan(file, startByte, endByte);
      return withFile(file, (opened) => opened.read(startByte, endByte));
    },
    readAll: (file) => withFile(file, (opened) => opened.readAll()),
    settle: () => files.close(),
    release() {
      if (released) return;
      released = true;
      files.close();
      release();
      // What fails here is left to the next sweep.
      sweepBehind(parts, row).catch(() => {});
    },
  };
}

/** The sweep of a commit left what this reader might have needed: without another look it would stay until the next start. */
async function sweepBehind(parts: StoreParts, row: IndexRow): Promise<void> {
  const now = await parts.rows.find(row.collection.id);
  if (now && now.row.generation > row.generation) await sweepOne(parts, row.collection.id);
}

export async function openStored(parts: StoreParts, collectionId: string, file: StoredFile): Promise<ShelfFile> {
  const shelf = parts.shelves.find((candidate) => candidate.where === file.where);
  if (!shelf) throw new AppError('store/not-found', 'the file lies where this page cannot read', { file: file.name });
  return shelf.open(collectionId, file);
}

/** Without locks a sweep may have been faster: then the row has moved on and the caller opens again. Else the file is lost. */
async function explainMissing(parts: StoreParts, row: IndexRow, file: StoredFile): Promise<AppError> {
  const now = await parts.rows.find(row.collection.id);
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
