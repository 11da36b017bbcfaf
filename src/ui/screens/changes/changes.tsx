import { useEffect, useState } from 'react';
import type { SnapshotDiff } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import type { SnapshotChange } from '../../../model/snapshot.ts';
import { Empty } from '../../parts/controls/empty.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { SelectField } from '../../parts/controls/select-field.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { report } from '../../state/actions/report.ts';
import { useApp } from '../../state/context.ts';
import { setPackWish } from '../../state/pack-questions.ts';
import { toHash } from '../../state/route.ts';
import { toSnapshotOptions, useSnapshots } from '../../state/use-snapshots.ts';
import { formatCount } from '../../text/format.ts';
import { words } from '../../words/words.ts';
import { type ChangedFile, groupByFile } from './group-by-file.ts';

/** What changed between two states of the collection. */
export function Changes({ collection }: { readonly collection: Collection }) {
  const snapshots = useSnapshots(collection.id);
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const fromId = from ?? snapshots?.[1]?.id;
  const toId = to ?? snapshots?.[0]?.id;
  const diff = useDiff(collection.id, fromId, toId);
  return (
    <div className="place">
      <div className="place-inner">
        <h1>{words.changes.title}</h1>
        {snapshots === undefined && <p className="soft">{words.common.loading}</p>}
        {snapshots !== undefined && snapshots.length < 2 && (
          <Empty icon="changes" title={words.changes.noneTitle} text={words.changes.none}>
            <a className="button" href={toHash({ place: 'library' })}>
              {words.changes.goSync}
            </a>
          </Empty>
        )}
        {snapshots !== undefined && snapshots.length >= 2 && (
          <>
            <div className="grid-2">
              <SelectField
                id="snapshot-from"
                label={words.changes.from}
                value={fromId}
                options={toSnapshotOptions(snapshots)}
                onChange={setFrom}
              />
              <SelectField
                id="snapshot-to"
                label={words.changes.to}
                value={toId}
                options={toSnapshotOptions(snapshots)}
                onChange={setTo}
              />
            </div>
            {diff !== undefined && diff.changes.length > 0 && (
              <p className="row">
                <a
                  className="button"
                  href={toHash({ place: 'pack', collectionId: collection.id })}
                  onClick={() =>
                    setPackWish(collection.id, { leaveOut: [], since: { id: diff.from.id, at: diff.from.at } })
                  }
                >
                  {words.changes.impact}
                </a>
                <span className="hint">{words.changes.impactHint}</span>
              </p>
            )}
            {diff !== undefined && <Diff diff={diff} collectionId={collection.id} />}
          </>
        )}
      </div>
    </div>
  );
}

const KINDS = ['added', 'changed', 'moved', 'removed'] as const;

function Diff({ diff, collectionId }: { readonly diff: SnapshotDiff; readonly collectionId: string }) {
  const { changes } = diff;
  if (changes.length === 0) return <p className="soft">{words.changes.same}</p>;
  const rows = groupByFile(changes).flatMap((file) => [file, ...file.changes]);
  return (
    <>
      <p className="row">
        {KINDS.map((what) => (
          <span key={what} className="row">
            <strong className={`what ${what}`}>{words.changes.what[what]}</strong>
            {formatCount(changes.filter((change) => change.what === what).length)}
          </span>
        ))}
      </p>
      <VirtualList
        className="tall"
        count={rows.length}
        rowHeight={ROW_PX}
        label={words.changes.list}
        renderRow={(i) => {
          const row = rows[i];
          if (row === undefined) return null;
          return 'changes' in row ? <FileRow row={row} /> : <ChangeRow change={row} collectionId={collectionId} />;
        }}
      />
    </>
  );
}

const ROW_PX = 36;

/** A file, and below it what changed in it. */
function FileRow({ row: { path, oldPath, changes } }: { readonly row: ChangedFile }) {
  const counts = KINDS.flatMap((what) => {
    const count = changes.filter((change) => change.what === what).length;
    return count === 0 ? [] : [`${formatCount(count)} ${words.changes.what[what].toLowerCase()}`];
  });
  return (
    <div className="change file" style={{ height: ROW_PX }}>
      <strong className="row">
        <MiddleText text={oldPath === undefined ? path : `${oldPath} → ${path}`} />
      </strong>
      <span className="faint small push">{counts.join(', ')}</span>
    </div>
  );
}

function ChangeRow({ change, collectionId }: { readonly change: SnapshotChange; readonly collectionId: string }) {
  const { what, path, ref, oldRef, lines, oldLines } = change;
  const at = lines ?? oldLines;
  const name = at === undefined ? (ref ?? oldRef ?? '') : words.changes.lines(words.search.lines(...at));
  const refs =
    oldRef !== undefined && ref !== undefined && oldRef !== ref ? `${oldRef} → ${ref}` : (ref ?? oldRef ?? '');
  return (
    <div className="change" style={{ height: ROW_PX }}>
      <span className={`what ${what}`}>{words.changes.what[what]}</span>
      {ref === undefined ? (
        <span>{name}</span>
      ) : (
        <a href={toHash({ place: 'search', collectionId, chunk: ref, path, line: lines?.[0] ?? 1, query: '' })}>
          {name}
        </a>
      )}
      <span className="faint small num push">{refs}</span>
    </div>
  );
}

function useDiff(collectionId: string, from: string | undefined, to: string | undefined): SnapshotDiff | undefined {
  const { engine } = useApp().connection;
  const [diff, setDiff] = useState<SnapshotDiff>();
  useEffect(() => {
    if (from === undefined || to === undefined) return;
    let isGone = false;
    engine.diffSnapshots(collectionId, from, to).then(
      (found) => !isGone && setDiff(found),
      (error: unknown) => !isGone && report(error),
    );
    return () => {
      isGone = true;
    };
  }, [engine, collectionId, from, to]);
  return diff;
}
