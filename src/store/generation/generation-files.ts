import { AppError } from '../../model/app-error.ts';
import type { ShelfFile } from '../backends/file-backend.ts';
import type { StoredFile } from '../contract.ts';
import type { StoreParts } from '../store-deps.ts';

export function createFiles(parts: StoreParts, collectionId: string): Files {
  const known = new Map<string, Promise<ShelfFile>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(file: StoredFile): Promise<ShelfFile> {
    const opening = known.get(file.name) ?? openStored(parts, collectionId, file);
    known.set(file.name, opening);
    return opening;
  }
  function close(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const opening of known.values())
      opening.then(
        (opened) => opened.close?.(),
        () => {},
      );
  }
  return {
    open,
    close,
    prepare(wanted) {
      timer ??= setTimeout(close, HOLD_MS);
      void Promise.allSettled(wanted.map(async (file) => (await open(file)).prepare?.()));
    },
    drop: (file) => void known.delete(file.name),
  };
}

/** The files of a generation that were opened so far. */
interface Files {
  open(file: StoredFile): Promise<ShelfFile>;
  /** Opening files is mostly waiting for the browser, so they wait together. */
  prepare(wanted: readonly StoredFile[]): void;
  /** The next read opens the file anew. */
  drop(file: StoredFile): void;
  close(): void;
}

/** From the opening of a collection to its first question. Held for good, files would be in the way of whoever wants to remove or replace them. */
const HOLD_MS = 10_000;

export async function openStored(parts: StoreParts, collectionId: string, file: StoredFile): Promise<ShelfFile> {
  const shelf = parts.shelves.find((candidate) => candidate.where === file.where);
  if (!shelf) throw new AppError('store/not-found', 'the file lies where this page cannot read', { file: file.name });
  return shelf.open(collectionId, file);
}
