import { useEffect, useState } from 'react';
import type { SnapshotRow } from '../../engine/contract.ts';
import { formatDate } from '../text/format.ts';
import { words } from '../words/words.ts';
import { report } from './actions/report.ts';
import { useApp } from './context.ts';
import { useSignal } from './signal.ts';

/** Returns the snapshots, newest first. */
export function useSnapshots(collectionId: string): readonly SnapshotRow[] | undefined {
  const { connection, state } = useApp();
  const commits = useSignal(state.commits)[collectionId] ?? 0;
  const [rows, setRows] = useState<readonly SnapshotRow[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a commit may have added one
  useEffect(() => {
    let isGone = false;
    connection.engine.listSnapshots(collectionId).then(
      (found) => !isGone && setRows([...found].sort((a, b) => b.generation - a.generation)),
      (error: unknown) => !isGone && report(error),
    );
    return () => {
      isGone = true;
    };
  }, [connection, collectionId, commits]);
  return rows;
}

/** Returns the options of a snapshot field. */
export function toSnapshotOptions(rows: readonly SnapshotRow[]): readonly (readonly [string, string])[] {
  const count = (date: string): number => rows.filter(({ at }) => formatDate(at) === date).length;
  return rows.map(({ id, at, files, chunks }) => {
    const date = formatDate(at);
    // Adds seconds where two snapshots share a minute.
    const when = count(date) > 1 ? formatDate(at, { seconds: true }) : date;
    return [id, `${when} · ${words.changes.snapshot(files, chunks)}`];
  });
}
