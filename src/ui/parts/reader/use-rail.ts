import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp } from '../../state/context.ts';

export interface RailRow {
  readonly level: number;
  readonly text: string;
  readonly line: number;
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
