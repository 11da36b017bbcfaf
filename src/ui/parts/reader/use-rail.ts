import { useEffect, useState } from 'react';
import { useApp } from '../../state/context.ts';

export interface RailRow {
  readonly level: number;
  readonly text: string;
  readonly line: number;
  readonly ref: string;
}

/** Returns the headings of a file, or the symbols of code. */
export function useRail(collectionId: string, path: string | undefined): readonly RailRow[] {
  const { engine } = useApp().connection;
  const [rail, setRail] = useState<{ readonly path: string; readonly rows: readonly RailRow[] }>();
  useEffect(() => {
    if (path === undefined) return;
    let isGone = false;
    const read = async (): Promise<readonly RailRow[]> => {
      const headings = await engine.listOutline(collectionId, path);
      if (headings.length > 0) return headings.map((row) => ({ ...row, line: row.start_line }));
      const symbols = await engine.listSymbols(collectionId, path);
      return symbols.map(({ name, start_line, ref }) => toSymbolRow(name, start_line, ref));
    };
    read().then(
      (rows) => !isGone && setRail({ path, rows }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [engine, collectionId, path]);
  return rail !== undefined && rail.path === path ? rail.rows : NONE;
}

const NONE: readonly RailRow[] = [];

/** Shows a method below its class without the class name. */
function toSymbolRow(name: string, line: number, ref: string): RailRow {
  const segments = name.split('.');
  return { level: segments.length, text: segments.at(-1) || name, line, ref };
}
