import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Span } from '../../lib/span.ts';
import { AppError } from '../../model/app-error.ts';
import type { Host } from '../contract.ts';
import { MANIFEST_NAME, READ_LIMITS } from '../format/layout.ts';
import { toError } from './request.ts';

/** Reads a published collection from the folder of its manifest. Only for Node. */
export function createDiskHost(folder: string): Host {
  let requests = 0;
  let bytes = 0;

  async function readSpan(name: string, [start, end]: Span): Promise<Uint8Array> {
    requests++;
    const file = await open(join(folder, name)).catch(() => {
      throw toError('publish/missing', name);
    });
    try {
      const { bytesRead, buffer } = await file.read(new Uint8Array(end - start), 0, end - start, start);
      bytes += bytesRead;
      if (bytesRead < end - start) throw toError('publish/cut-off', name);
      return buffer;
    } finally {
      await file.close();
    }
  }

  return {
    async readManifest() {
      const path = join(folder, MANIFEST_NAME);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined)
        throw new AppError('publish/not-published', 'there is no published collection', { file: MANIFEST_NAME });
      if (found.size > READ_LIMITS.manifestBytes)
        throw toError('publish/bad-manifest', MANIFEST_NAME, { place: 'size' });
      return readFile(path);
    },
    readSpans: ({ name }, spans) => Promise.all(spans.map((span) => readSpan(name, span))),
    traffic: async () => ({ requests, bytes, roundTrips: requests, wholeFiles: false }),
  };
}
