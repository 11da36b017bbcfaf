import { type ByteSource, createBlobSource, type OpenBytes } from './byte-source.ts';

/** What we use of a FileSystemSyncAccessHandle that only reads. */
interface SharedAccess {
  readonly mode?: string;
  getSize(): number;
  read(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  close(): void;
}
interface SharedHandle {
  createSyncAccessHandle(options: { mode: 'read-only' }): Promise<SharedAccess>;
}

/**
 * Workers of browsers with shared handles read three times as fast through them as through a Blob. Elsewhere the mode is unknown and the
 * handle would lock other tabs out, so there and on pages it is the Blob.
 */
export async function openOpfsSource(handle: FileSystemFileHandle): Promise<ByteSource> {
  return hasSharedHandles() ? createSharedSource(handle) : createBlobSource(await handle.getFile());
}

function hasSharedHandles(): boolean {
  const { FileSystemSyncAccessHandle: known } = globalThis as { FileSystemSyncAccessHandle?: { prototype: object } };
  return known !== undefined && 'mode' in known.prototype;
}

/** Reads that are under way together share one handle; the last one closes it, so that the file can be removed or replaced. */
function createSharedSource(handle: FileSystemFileHandle): ByteSource {
  let users = 0;
  let opening: Promise<OpenBytes> | undefined;
  return {
    async open() {
      users++;
      opening ??= openShared(handle);
      const current = opening;
      const leave = (): boolean => {
        users--;
        if (users > 0) return false;
        opening = undefined;
        return true;
      };
      try {
        const bytes = await current;
        return { size: bytes.size, read: bytes.read, close: () => void (leave() && bytes.close()) };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

async function openShared(handle: FileSystemFileHandle): Promise<OpenBytes> {
  const access = await (handle as unknown as SharedHandle)
    .createSyncAccessHandle({ mode: 'read-only' })
    .catch(() => undefined);
  // Someone holds the file for writing, or it is gone: the Blob reads on, or says so.
  if (access === undefined) return createBlobSource(await handle.getFile()).open();
  return {
    size: access.getSize(),
    read(startByte, endByte) {
      const bytes = new Uint8Array(endByte - startByte);
      const count = access.read(bytes, { at: startByte });
      return count === bytes.length ? bytes : bytes.subarray(0, count);
    },
    close: () => access.close(),
  };
}
