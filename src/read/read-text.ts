import { toBaseName } from '../lib/base-name.ts';
import { fromUtf8 } from '../lib/bytes.ts';
import type { ReadFile } from '../model/cut.ts';
import { findTextScanner } from './text/formats.ts';
import { Lines } from './text/lines.ts';

/** Returns the text unchanged, with the cuts of its format; without any, the kernel cuts it. */
export function readText(path: string, bytes: Uint8Array, targetChars: number): ReadFile {
  const scanner = findTextScanner(toBaseName(path));
  if (!scanner) return { bytes };
  const { cuts, ...facts } = scanner(new Lines(fromUtf8(bytes)), targetChars);
  return cuts.length === 0 ? { bytes, ...facts } : { bytes, cuts, ...facts };
}
