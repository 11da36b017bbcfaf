import type { ReadFile } from '../../src/model/cut.ts';
import { LIMITS } from '../../src/model/limits.ts';
import { readText } from '../../src/read/read-file.ts';

export function scanText(path: string, text: string, targetChars: number = LIMITS.chunkTargetChars): ReadFile {
  return readText(path, new TextEncoder().encode(text), targetChars);
}

/** Headings as `level text @line`, addresses and symbols as `what name @line`; symbols with the lines they take. */
export function listCuts(path: string, text: string, targetChars?: number): readonly string[] {
  return (scanText(path, text, targetChars).cuts ?? []).map((cut) => {
    if (cut.what === 'heading') return `${cut.level} ${cut.name} @${cut.line}`;
    if (cut.what === 'address') return `${cut.name} @${cut.line}`;
    return `${cut.what} ${cut.name} @${cut.line}:${cut.symbolLine}-${cut.endLine}`;
  });
}
