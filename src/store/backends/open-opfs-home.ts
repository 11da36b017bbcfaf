import { AppError } from '../../model/app-error.ts';
import { randomHex } from '../commit/file-name.ts';
import { findStorageManager } from '../storage-use.ts';
import { withStoreErrors } from '../to-store-error.ts';
import { openSink } from './opfs-sink.ts';

/** Opens our directory. On first use it writes and reads back one byte: in some browsers the API exists but does not work. */
export async function openOpfsHome(name: string): Promise<FileSystemDirectoryHandle> {
  const storage = findStorageManager();
  const getDirectory = storage?.getDirectory?.bind(storage);
  if (!getDirectory) throw new AppError('store/unavailable', 'this browser has no private file system', {});
  return withStoreErrors(async () => {
    const root = await getDirectory();
    const known = await root.getDirectoryHandle(name).catch(() => undefined);
    if (known) return known;
    const home = await root.getDirectoryHandle(name, { create: true });
    await probe(home);
    return home;
  });
}

async function probe(home: FileSystemDirectoryHandle): Promise<void> {
  const name = `probe-${randomHex()}`;
  const handle = await home.getFileHandle(name, { create: true });
  const sink = await openSink(handle, async () => {});
  await sink.write(new Uint8Array([1]), 0);
  await sink.flush();
  const { size } = await handle.getFile();
  await home.removeEntry(name);
  if (size !== 1) throw new AppError('store/unavailable', 'the private file system does not keep bytes', { size });
}
