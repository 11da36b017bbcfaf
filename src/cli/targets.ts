import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Refusal } from './problems.ts';
import { listFiles } from './site-folder.ts';
import { takePart } from './unfinished.ts';

/** A file picked for an export, as the engine sees it. */
export function toFileTarget(path: string): FileSystemFileHandle {
  const handle = {
    async createWritable() {
      const file = await open(path, 'w');
      return {
        // `file.write` may write only a part: on a full disk, its next call fails.
        write: (bytes: Uint8Array) => file.writeFile(bytes),
        close: () => file.close(),
        abort: () => file.close(),
      };
    },
  };
  return handle as unknown as FileSystemFileHandle;
}

/** A folder picked for writing, as the engine sees it. */
export function toNodeFolder(path: string): FileSystemDirectoryHandle {
  const handle = {
    kind: 'directory',
    name: path,
    async getDirectoryHandle(name: string) {
      await mkdir(join(path, name), { recursive: true });
      return toNodeFolder(join(path, name));
    },
    getFileHandle: async (name: string) => ({
      createWritable: async () => ({
        write: async (blob: Blob) => writeBlob(join(path, name), blob),
        async close() {},
      }),
    }),
  };
  return handle as unknown as FileSystemDirectoryHandle;
}

export function writeBlob(path: string, blob: Blob): Promise<void> {
  return writeFile(path, Readable.fromWeb(blob.stream() as WebStream));
}

/** Writes a file that is there whole or not at all, and never in the place of another one unless `replace` is set. */
export async function writeNew(
  out: string,
  replace: unknown,
  write: (path: string) => Promise<unknown>,
): Promise<void> {
  const part = await takePart(out, (path) => writeFile(path, ''));
  try {
    refuseExisting(out, replace);
    await write(part);
    await rename(part, out);
  } finally {
    await rm(part, { force: true });
  }
}

/** Refuses a file that is there, unless it may be replaced. */
export function refuseExisting(path: string | undefined, replace: unknown): void {
  if (path !== undefined && replace !== true && existsSync(path))
    throw new Refusal(`${path} is there already. Give another name, or --replace.`);
}

/** The files of the built app; none if it is not built. */
export async function readApp(dist: string): Promise<{ path: string; bytes: Blob }[]> {
  const paths = await listFiles(dist).catch(() => []);
  return Promise.all(paths.map(async (path) => ({ path, bytes: new Blob([await readFile(join(dist, path))]) })));
}
