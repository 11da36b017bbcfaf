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
import { toHash } from '../../state/route.ts';
import { toSnapshotOptions, useSnapshots } from '../../state/use-snapshots.ts';
import { formatCount } from '../../text/format.ts';
import { words } from '../../words/words.ts';

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
            {diff !== undefined && <Diff diff={diff} collectionId={collection.id} />}
          </>
        )}
      </div>
    </div>
  );
}

function Diff({ diff, collectionId }: { readonly diff: SnapshotDiff; readonly collectionId: string }) {
  const { changes } = diff;
  if (changes.length === 0) return <p className="soft">{words.changes.same}</p>;
  const kinds = ['added', 'changed', 'moved', 'removed'] as const;
  return (
    <>
      <p className="row">
        {kinds.map((what) => (
          <span key={what} className="row">
            <strong className={`what ${what}`}>{words.changes.what[what]}</strong>
            {formatCount(changes.filter((change) => change.what === what).length)}
          </span>
        ))}
      </p>
      <VirtualList
        className="tall"
        count={changes.length}
        rowHeight={40}
        label={words.changes.list}
        renderRow={(i) => {
          const change = changes[i];
          return change === undefined ? null : <ChangeRow change={change} collectionId={collectionId} />;
        }}
      />
    </>
  );
}

function ChangeRow({ change, collectionId }: { readonly change: SnapshotChange; readonly collectionId: string }) {
  const { what, path, oldPath, ref, oldRef, lines, oldLines } = change;
  const at = lines ?? oldLines;
  const moved = oldPath !== undefined && oldPath !== path ? `${oldPath} → ` : '';
  const text = `${moved}${path}`;
  const refs =
    oldRef !== undefined && ref !== undefined && oldRef !== ref ? `${oldRef} → ${ref}` : (ref ?? oldRef ?? '');
  return (
    <div className="change" style={{ height: 40 }}>
      <span className={`what ${what}`}>{words.changes.what[what]}</span>
      {ref === undefined ? (
        <MiddleText text={text} max={80} tail={24} />
      ) : (
        <a
          className="row"
          href={toHash({ place: 'search', collectionId, chunk: ref, path, line: lines?.[0] ?? 1, query: '' })}
        >
          <MiddleText text={text} max={80} tail={24} />
        </a>
      )}
      <span className="faint small num" style={{ marginInlineStart: 'auto' }}>
        {at === undefined ? '' : `${words.search.lines(...at)} · `}
        {refs}
      </span>
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
