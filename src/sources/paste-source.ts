import { toUtf8 } from '../lib/bytes.ts';
import type { FileSource, ScanItem, ScanOptions } from './contract.ts';
import { toCleanName } from './to-path.ts';

/** Pasted text as one file: Markdown unless its name says otherwise. */
export function createPasteSource(name: string, text: string): FileSource {
  const path = toPastePath(name);
  return {
    name,
    async *scan(options: ScanOptions): AsyncGenerator<ScanItem> {
      const bytes = toUtf8(text);
      const limit = options.maxFileBytes;
      if (bytes.length > limit) {
        yield { type: 'skip', skip: { path, isDirectory: false, reason: 'too-large', limit, actual: bytes.length } };
        return;
      }
      yield { type: 'file', file: { path, rawName: path, size: bytes.length, read: async () => toUtf8(text) } };
    },
    incomplete: false,
  };
}

function toPastePath(name: string): string {
  const clean = toCleanName(name.replace(/[\x00-\x1f\x7f/\\]+/g, '-').replace(/^[\s.]+|\s+$/g, ''));
  if (clean === '') return 'pasted.md';
  return /\.[A-Za-z0-9]{1,12}$/.test(clean) ? clean : `${clean}.md`;
}
