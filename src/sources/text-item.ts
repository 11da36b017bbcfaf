import { toUtf8 } from '../lib/bytes.ts';
import type { PageMeta } from '../model/raw-file.ts';
import type { ScanItem } from './contract.ts';

/** Returns a text in memory as a found file, or as a skip if it is over the limit. */
export function toTextItem(path: string, text: string, limit: number, meta?: PageMeta): ScanItem {
  const bytes = toUtf8(text);
  if (bytes.length > limit)
    return { type: 'skip', skip: { path, isDirectory: false, reason: 'too-large', limit, actual: bytes.length } };
  const file = { path, rawName: path, size: bytes.length, read: async () => toUtf8(text), ...(meta && { meta }) };
  return { type: 'file', file };
}
