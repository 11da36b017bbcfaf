import { useMemo } from 'react';
import type { SnapshotRow } from '../../engine/contract.ts';
import { useLoaded } from '../kit/use-loaded.ts';
import { formatDate } from '../text/format.ts';
import { changesWords } from '../words/library.ts';
import { useApp, useCommits } from './context.ts';

/** Returns the snapshots, newest first. */
export function useSnapshots(collectionId: string): readonly SnapshotRow[] | undefined {
  const { engine } = useApp().connection;
  const { value } = useLoaded(() => engine.listSnapshots(collectionId), [engine, collectionId], {
    version: useCommits(collectionId),
  });
  return useMemo(() => value && [...value].sort((a, b) => b.generation - a.generation), [value]);
}

/** Returns the options of a snapshot field. */
export function toSnapshotOptions(rows: readonly SnapshotRow[]): readonly (readonly [string, string])[] {
  const count = (date: string): number => rows.filter(({ at }) => formatDate(at) === date).length;
  return rows.map(({ id, at, files, chunks }) => {
    const date = formatDate(at);
    // Adds seconds where two snapshots share a minute.
    const when = count(date) > 1 ? formatDate(at, { seconds: true }) : date;
    return [id, `${when} · ${changesWords.snapshot(files, chunks)}`];
  });
}
