import { AppError } from '../../model/app-error.ts';
import type { BackendFile } from '../backends/file-backend.ts';
import type { StoredFile } from '../contract.ts';
import type { StoreDeps } from '../store-deps.ts';

export function createFiles(deps: StoreDeps, collectionId: string): Files {
  const known = new Map<string, Promise<BackendFile>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(file: StoredFile): Promise<BackendFile> {
    const opening = known.get(file.name) ?? openStored(deps, collectionId, file);
    known.set(file.name, opening);
    // The next query reads many of the same files, and opening one costs more than reading from it.
    if (timer !== undefined) void opening.then((opened) => opened.prepare?.()).catch(() => {});
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

interface Files {
  /** Between `prepare` and `close` the handle stays open too. */
  open(file: StoredFile): Promise<BackendFile>;
  /** Opens the files concurrently: opening is mostly waiting for the browser. */
  prepare(wanted: readonly StoredFile[]): void;
  /** Forgets the file; the next read opens it again. */
  drop(file: StoredFile): void;
  close(): void;
}

/** Covers the time from opening a collection to its first query. Longer, open handles would block removing or replacing the files. */
const HOLD_MS = 10_000;

export async function openStored(deps: StoreDeps, collectionId: string, file: StoredFile): Promise<BackendFile> {
  const backend = deps.backends.find((candidate) => candidate.where === file.where);
  if (!backend) throw new AppError('store/not-found', 'the file lies where this page cannot read', { file: file.name });
  return backend.open(collectionId, file);
}
