import type { Host } from '../contract.ts';
import { MANIFEST_NAME } from '../format/layout.ts';
import { toError } from './request.ts';

/** Reads a collection from memory. Its bytes are verified like the bytes of any host. */
export function createMemoryHost(readFile: (name: string) => Uint8Array | undefined): Host {
  const read = (name: string): Uint8Array => {
    const bytes = readFile(name);
    if (bytes === undefined) throw toError('publish/missing', name);
    return bytes;
  };
  return {
    readManifest: async () => read(MANIFEST_NAME),
    readSpans: async ({ name }, spans) => spans.map((span) => read(name).slice(...span)),
    traffic: async () => ({ requests: 0, bytes: 0, roundTrips: 0, wholeFiles: false }),
  };
}
