import { AppError } from '../../model/app-error.ts';
import { toStoreError, withStoreErrors } from '../to-store-error.ts';
import type { Sink } from '../verify/hashed-writer.ts';

/** The members of FileSystemSyncAccessHandle that we use; TypeScript declares it for workers only. */
interface SyncAccess {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  flush(): void;
  close(): void;
}

/** Opens a sync handle in a dedicated worker. Pages have none: they write through a stream, whose bytes appear when it is closed. */
export async function openSink(handle: FileSystemFileHandle, remove: () => Promise<void>): Promise<Sink> {
  const maybeSync = handle as { createSyncAccessHandle?(): Promise<SyncAccess> };
  if (maybeSync.createSyncAccessHandle) return createSyncSink(await maybeSync.createSyncAccessHandle(), remove);
  return createStreamSink(await handle.createWritable(), remove);
}

function createSyncSink(access: SyncAccess, remove: () => Promise<void>): Sink {
  let open = true;
  const close = () => {
    if (open) access.close();
    open = false;
  };
  return {
    write(bytes, at) {
      try {
        const written = access.write(bytes, { at });
        if (written === bytes.length) return;
        throw new AppError('store/quota', 'there is no room left', { neededBytes: bytes.length, written });
      } catch (error) {
        throw toStoreError(error, { neededBytes: bytes.length });
      }
    },
    async flush() {
      try {
        access.flush();
      } catch (error) {
        throw toStoreError(error);
      } finally {
        close();
      }
    },
    async discard() {
      close();
      await remove();
    },
  };
}

function createStreamSink(stream: FileSystemWritableFileStream, remove: () => Promise<void>): Sink {
  let open = true;
  return {
    write: (data, position) =>
      withStoreErrors(() => stream.write({ type: 'write', data, position }), { neededBytes: data.length }),
    async flush() {
      open = false;
      await withStoreErrors(() => stream.close());
    },
    async discard() {
      if (open) await stream.abort().catch(() => {});
      open = false;
      await remove();
    },
  };
}
