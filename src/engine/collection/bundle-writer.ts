import { concatBytes } from '../../lib/bytes.ts';
import type { Commit, FileWriter, StoredFile, StoredFileRole } from '../../store/contract.ts';
import type { BundleSpan } from '../file-table/file-entry.ts';

/** Size at which a bundle is closed and the next one started, so that each stays small enough to rewrite. */
const MAX_BUNDLE_BYTES = 64_000_000;

/** Appends blobs to bundles of one role. Spans are readable after the commit. */
export interface BundleWriter {
  /** Appends the blobs in order and returns their spans. */
  append(blobs: readonly Uint8Array[]): Promise<readonly BundleSpan[]>;
  /** Closes the open bundle and returns all bundles written, with the names spans refer to. */
  finish(): Promise<readonly StoredFile[]>;
}

export function createBundleWriter(commit: Commit, role: StoredFileRole): BundleWriter {
  const finished: StoredFile[] = [];
  let open: FileWriter | undefined;

  async function close(): Promise<void> {
    if (open === undefined) return;
    const writer = open;
    open = undefined;
    finished.push(await writer.finish());
  }

  return {
    async append(blobs) {
      if (blobs.length === 0) return [];
      const [first] = blobs;
      const bytes = first !== undefined && blobs.length === 1 ? first : concatBytes(blobs);
      if (open !== undefined && open.length + bytes.length > MAX_BUNDLE_BYTES) await close();
      open ??= await commit.createFile(role);
      const { name: bundle, length } = open;
      await open.write(bytes);
      let end = length;
      return blobs.map((blob) => {
        const start = end;
        end += blob.length;
        return { bundle, start, end };
      });
    },
    async finish() {
      await close();
      return finished;
    },
  };
}
