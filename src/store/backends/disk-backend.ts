import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../model/app-error.ts';
import { createHashedWriter } from '../verify/hashed-writer.ts';
import { createVerifiedFile } from '../verify/verified-file.ts';
import type { FileBackend, NearBytes } from './file-backend.ts';

/** Files in a folder of the system, for Node: a directory per collection. They are a cache, so nothing waits for the disk: hashes find what a crash damaged. */
export function createDiskBackend(home: string): FileBackend {
  const toFolder = (collectionId: string): string => join(home, encodeURIComponent(collectionId));
  const toPath = (collectionId: string, name: string): string => join(toFolder(collectionId), name);
  const remove = async (collectionId: string, name: string) => rmSync(toPath(collectionId, name), { force: true });
  return {
    where: 'disk',
    async create(collectionId, name, makeRoom) {
      mkdirSync(toFolder(collectionId), { recursive: true });
      const file = openSync(toPath(collectionId, name), 'w');
      let isOpen = true;
      const close = () => {
        if (isOpen) closeSync(file);
        isOpen = false;
      };
      const sink = {
        write: (bytes: Uint8Array, at: number) => withDiskErrors(name, () => void writeAll(file, bytes, at)),
        flush: async () => close(),
        async discard() {
          close();
          await remove(collectionId, name);
        },
      };
      return createHashedWriter(sink, makeRoom);
    },
    async open(collectionId, file) {
      const path = toPath(collectionId, file.name);
      // Says at once that a file is gone.
      withDiskErrors(file.name, () => closeSync(openSync(path, 'r')));
      return createVerifiedFile({ open: async () => withDiskErrors(file.name, () => openBytes(path)) }, file);
    },
    remove,
    listNames: async (collectionId) => listFolder(toFolder(collectionId)),
    listCollectionIds: async () => listFolder(home).map(decodeURIComponent),
    async removeLeftovers(collectionId) {
      // Not recursive, so a directory that still has files stays.
      if (listFolder(toFolder(collectionId)).length === 0)
        withDiskErrors(
          '',
          () => rmdirSync(toFolder(collectionId)),
          () => undefined,
        );
    },
  };
}

function writeAll(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

function openBytes(path: string): NearBytes {
  const file = openSync(path, 'r');
  return {
    size: fstatSync(file).size,
    readInto: (target, startByte) => readSync(file, target, 0, target.length, startByte),
    close: () => closeSync(file),
  };
}

function listFolder(path: string): string[] {
  return withDiskErrors(
    '',
    () => readdirSync(path),
    () => [],
  );
}

/** Gives Node's errors the codes of the store. `instead` is for a path that does not exist. */
function withDiskErrors<T>(file: string, work: () => T, instead?: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && instead !== undefined) return instead();
    if (code === 'ENOENT') throw new AppError('store/not-found', 'a stored file is gone', { file });
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new AppError('store/quota', 'the disk is full', { file });
    throw new AppError('store/unavailable', 'the disk could not be read or written', { file, name: code });
  }
}
