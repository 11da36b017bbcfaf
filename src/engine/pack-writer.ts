import type { Commit, FileWriter, StoredFile, StoredFileRole } from '../store/contract.ts';
import type { PackSpan } from './file-entry.ts';

/** A pack is closed here and the next one begun, so that none grows too large to rewrite. */
const MAX_PACK_BYTES = 64_000_000;

/** Appends blobs to packs of one role. Spans are usable once the commit is published. */
export interface PackWriter {
  append(bytes: Uint8Array): Promise<PackSpan>;
  /** Closes the open pack; all packs written, with the names spans refer to. */
  finish(): Promise<readonly StoredFile[]>;
}

export function createPackWriter(commit: Commit, role: StoredFileRole): PackWriter {
  const finished: StoredFile[] = [];
  // Names are only known when a pack is finished; until then spans share this object and get the name late.
  let open: { writer: FileWriter; spans: { pack: string; start: number; end: number }[] } | undefined;

  async function close(): Promise<void> {
    if (open === undefined) return;
    const { writer, spans } = open;
    open = undefined;
    const file = await writer.finish();
    for (const span of spans) span.pack = file.name;
    finished.push(file);
  }

  return {
    async append(bytes) {
      if (open !== undefined && open.writer.length + bytes.length > MAX_PACK_BYTES) await close();
      open ??= { writer: await commit.createFile(role), spans: [] };
      const start = open.writer.length;
      const span = { pack: '', start, end: start + bytes.length };
      open.spans.push(span);
      await open.writer.write(bytes);
      return span;
    },
    async finish() {
      await close();
      return finished;
    },
  };
}
