import { useMemo, useState } from 'react';
import type { SnapshotDiff } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { Empty } from '../../parts/controls/empty.tsx';
import { Place } from '../../parts/shell/place.tsx';
import { useApp } from '../../state/context.ts';
import { changePack } from '../../state/pack/pack-draft.ts';
import { toHash } from '../../state/route.ts';
import { toSnapshotOptions, useSnapshots } from '../../state/use-snapshots.ts';
import { words } from '../../words/words.ts';
import { ChangedFileCard } from './changed-file.tsx';
import * as css from './changes.module.css';
import { groupByFile } from './group-by-file.ts';

/** Changes between two snapshots of the collection. */
export function Changes({ collection }: { readonly collection: Collection }) {
  const snapshots = useSnapshots(collection.id);
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const fromId = from ?? snapshots?.[1]?.id;
  const toId = to ?? snapshots?.[0]?.id;
  const { connection, state } = useApp();
  const { engine } = connection;
  const { value: diff } = useLoaded(
    () => (fromId && toId ? engine.diffSnapshots(collection.id, fromId, toId) : undefined),
    [engine, collection.id, fromId, toId],
    { keep: true },
  );
  return (
    <Place title={words.places.changes}>
      {snapshots === undefined && <p className={look.soft}>{words.common.loading}</p>}
      {snapshots !== undefined && snapshots.length < 2 && (
        <Empty icon="changes" title={words.changes.noneTitle} text={words.changes.none}>
          <ButtonLink label={words.changes.goSync} href={toHash({ place: 'library' })} />
        </Empty>
      )}
      {snapshots !== undefined && snapshots.length >= 2 && (
        <>
          <div className={look.columns}>
            <SelectField
              label={words.changes.from}
              value={fromId}
              options={toSnapshotOptions(snapshots)}
              onChange={setFrom}
            />
            <SelectField
              label={words.changes.to}
              value={toId}
              options={toSnapshotOptions(snapshots)}
              onChange={setTo}
            />
          </div>
          {diff !== undefined && diff.changes.length > 0 && (
            <p className={look.row}>
              <ButtonLink
                label={words.changes.impact}
                href={toHash({ place: 'pack', collectionId: collection.id, since: diff.from.id })}
                onClick={() => changePack(state.choices, collection, ({ query: _, everything: __, ...draft }) => draft)}
              />
              <span className={look.hint}>{words.changes.impactHint}</span>
            </p>
          )}
          {diff !== undefined && (
            <Diff key={`${diff.from.id} ${diff.to.id}`} diff={diff} collectionId={collection.id} />
          )}
        </>
      )}
    </Place>
  );
}

/** Files shown at first; a button shows more. */
const PAGE = 100;
/** Up to this many files are shown with their text at once. */
const FEW_FILES = 4;

function Diff({ diff, collectionId }: { readonly diff: SnapshotDiff; readonly collectionId: string }) {
  const files = useMemo(() => groupByFile(diff), [diff]);
  const [shown, setShown] = useState(PAGE);
  if (files.length === 0) return <p className={look.soft}>{words.changes.same}</p>;
  return (
    <>
      <ul className={`${look.sheet} ${css.files}`} aria-label={words.changes.list}>
        {files.slice(0, shown).map((file, i) => (
          <li key={file.path}>
            <ChangedFileCard collectionId={collectionId} file={file} isFirst={i === 0 || files.length <= FEW_FILES} />
          </li>
        ))}
      </ul>
      {files.length > shown && (
        <Button label={words.changes.showMoreFiles(files.length - shown)} onClick={() => setShown(shown + PAGE)} />
      )}
    </>
  );
}
