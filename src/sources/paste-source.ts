import type { FileSource, ScanItem, ScanOptions } from './contract.ts';
import { toTextItem } from './text-item.ts';
import { toCleanName } from './to-path.ts';

/** Pasted text as one file: Markdown unless its name says otherwise. */
export function createPasteSource(name: string, text: string): FileSource {
  const path = toPastePath(name);
  return {
    name,
    async *scan({ maxFileBytes }: ScanOptions): AsyncGenerator<ScanItem> {
      yield toTextItem(path, text, maxFileBytes);
    },
    incomplete: false,
  };
}

function toPastePath(name: string): string {
  const clean = toCleanName(name.replace(/[\x00-\x1f\x7f/\\]+/g, '-').replace(/^[\s.]+|\s+$/g, ''));
  if (clean === '') return 'pasted.md';
  return /\.[A-Za-z0-9]{1,12}$/.test(clean) ? clean : `${clean}.md`;
}
