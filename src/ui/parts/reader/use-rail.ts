import type { Chunk } from '../../../model/chunk.ts';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';

export interface RailRow {
  readonly level: number;
  readonly text: string;
  readonly line: number;
  /** First line of the comment above it. */
  readonly fromLine?: number;
  readonly ref: string;
}

/** Returns the headings of a file, or the symbols of code. */
export function useRail(collectionId: string, path: string): readonly RailRow[] {
  const { engine } = useApp().connection;
  const read = async (): Promise<readonly RailRow[]> => {
    const headings = await engine.listOutline(collectionId, path);
    if (headings.length > 0) return headings.map((row) => ({ ...row, line: row.start_line }));
    const symbols = await engine.listSymbols(collectionId, path);
    return symbols.map(({ name, start_line, ref }) => toSymbolRow(name, start_line, ref));
  };
  return useLoaded(read, [engine, collectionId, path], { onFailure: 'ignore' }).value ?? NONE;
}

const NONE: readonly RailRow[] = [];

/** Shows a method below its class without the class name. */
function toSymbolRow(name: string, line: number, ref: string): RailRow {
  const segments = name.split('.');
  return { level: segments.length, text: segments.at(-1) || name, line, ref };
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|;;|@|%|$)/;

/** Finds the comments and decorators above the symbols of code, where a chunk begins with them. */
export function addComments(rows: readonly RailRow[], chunks: readonly Chunk[]): readonly RailRow[] {
  const byRef = new Map(chunks.map((chunk) => [chunk.ref, chunk]));
  return rows.map((row) => {
    const chunk = byRef.get(row.ref);
    if (chunk?.symbol === undefined || row.line <= chunk.start_line) return row;
    const above = chunk.content.split('\n', row.line - chunk.start_line);
    const text = above.join('\n').trim();
    const isBlock = text.startsWith('/*') && text.indexOf('*/') === text.length - 2;
    return isBlock || above.every((line) => COMMENT.test(line)) ? { ...row, fromLine: chunk.start_line } : row;
  });
}
