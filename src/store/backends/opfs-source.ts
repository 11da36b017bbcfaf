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

/** Reads that are under way together share one handle; the last one closes it, unless more are known to follow. */
function createSharedSource(handle: FileSystemFileHandle): ByteSource {
  let users = 0;
  let opening: Promise<OpenBytes> | undefined;
  let isHeld = false;

  function close(): void {
    isHeld = false;
    if (users > 0 || opening === undefined) return;
    opening.then((bytes) => bytes.close()).catch(() => {});
    opening = undefined;
  }
  async function open(): Promise<OpenBytes> {
    users++;
    const current = opening ?? openShared(handle);
    opening = current;
    try {
      const leave = (): void => {
        users--;
        if (!isHeld) close();
      };
      return { ...(await current), close: leave };
    } catch (error) {
      users--;
      if (opening === current) opening = undefined;
      throw error;
    }
  }
  return {
    open,
    close,
    async prepare() {
      isHeld = true;
      (await open()).close();
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
    readInto(target, startByte) {
      let count = 0;
      for (;;) {
        const got = access.read(target.subarray(count), { at: startByte + count });
        count += got;
        if (got === 0 || count === target.length) return count;
      }
    },
    close: () => access.close(),
  };
}
