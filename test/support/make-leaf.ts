import type { ChunkRow, Kernel, LeafInput, LeafView } from '../../src/kernel/contract.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/model/settings.ts';
import { readJson } from '../../src/read/json/read-json.ts';

export interface MadeLeaf extends Pick<LeafView, 'headings' | 'symbols' | 'warnings' | 'title' | 'lineCount'> {
  readonly view: LeafView;
  readonly leaf: Uint8Array;
  readonly contents: Uint8Array;
  readonly rewritten: boolean;
  readonly chunks: readonly (ChunkRow & { readonly content: string })[];
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** JSON as its reader gives it to the kernel; the kernel reads other texts itself. */
export function readOf(kernel: Kernel, { path, kind, bytes, settings }: LeafInput): Pick<LeafInput, 'read'> {
  const decoded = kernel.decode(bytes);
  return kind === 'json' && 'text' in decoded ? { read: readJson(path, decoded.text, settings) } : {};
}

/** Makes a leaf and adds each chunk's text to its row. */
export function makeLeafOf(
  kernel: Kernel,
  source: string | Uint8Array,
  options: Partial<Omit<LeafInput, 'bytes' | 'settings'>> & { readonly settings?: Partial<Settings> } = {},
): MadeLeaf {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const input = { path: 'a.md', kind: 'markdown', ...options, settings, bytes } as const;
  const output = kernel.makeLeaf({ ...readOf(kernel, input), ...input });
  const view = kernel.readLeaf(output.leaf);
  const content = (row: ChunkRow) => decoder.decode(output.contents.subarray(row.startByte, row.endByte));
  return {
    view,
    leaf: output.leaf,
    contents: output.contents,
    rewritten: output.original !== undefined,
    headings: view.headings,
    symbols: view.symbols,
    warnings: view.warnings,
    title: view.title,
    lineCount: view.lineCount,
    chunks: view.chunks.map((row) => ({ ...row, content: content(row) })),
  };
}
