import { createHash } from 'node:crypto';
import type { Span } from '../../../src/lib/span.ts';
import type { Host, KeptBytes } from '../../../src/publish/contract.ts';
import type { PublishedFile } from '../../../src/publish/format/layout.ts';
import type { PublishSink } from '../../../src/publish/write/block-writer.ts';

export const sha256 = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());

/** Collects the written files, by path. */
export function makeSink(): PublishSink & { readonly files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    async createFile() {
      const parts: Uint8Array[] = [];
      return {
        write: async (bytes) => void parts.push(bytes.slice()),
        finish: async (path) => void files.set(path, new Uint8Array(Buffer.concat(parts))),
      };
    },
  };
}

/** Makes a host in memory that records its requests. */
export function makeHost(files: Map<string, Uint8Array>, kept?: KeptBytes): Host & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    readManifest: async () => new Uint8Array(),
    async readSpans({ name }: PublishedFile, spans: readonly Span[]) {
      asked.push(...spans.map(([start, end]) => `${name} ${start}-${end}`));
      return spans.map(([start, end]) => (files.get(name) as Uint8Array).slice(start, end));
    },
    traffic: async () => ({ requests: asked.length, bytes: 0, roundTrips: 0, wholeFiles: false }),
    ...(kept === undefined ? {} : { kept }),
  };
}
