import { useMemo, useState } from 'react';
import type { Engine, SnapshotDiff } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import type { SnapshotChange } from '../../../model/snapshot.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { WordDiff } from '../../parts/controls/word-diff.tsx';
import { Empty, Place } from '../../parts/shell/place.tsx';
import { useApp } from '../../state/context.ts';
import { changePack } from '../../state/pack.ts';
import { toHash } from '../../state/route.ts';
import { toSnapshotOptions, useSnapshots } from '../../state/use-snapshots.ts';
import { formatCount } from '../../text/format.ts';
import { type ChangedFile, groupByFile } from '../../text/group-by-file.ts';
import { toShortName } from '../../text/visible-text.ts';
import { diffWords } from '../../text/word-diff.ts';
import { changesWords } from '../../words/library.ts';
import { searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';
import * as css from './changes.module.css';

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
        <Empty icon="changes" title={changesWords.noneTitle} text={changesWords.none}>
          <ButtonLink label={changesWords.goSync} href={toHash({ place: 'library' })} />
        </Empty>
      )}
      {snapshots !== undefined && snapshots.length >= 2 && (
        <>
          <div className={look.columns}>
            <SelectField
              label={changesWords.from}
              value={fromId}
              options={toSnapshotOptions(snapshots)}
              onChange={setFrom}
            />
            <SelectField label={changesWords.to} value={toId} options={toSnapshotOptions(snapshots)} onChange={setTo} />
          </div>
          {diff !== undefined && diff.changes.length > 0 && (
            <p className={look.row}>
              <ButtonLink
                label={changesWords.impact}
                href={toHash({ place: 'pack', collectionId: collection.id, since: diff.from.id })}
                onClick={() => changePack(state.choices, collection, ({ reviewQuery: _, ...draft }) => draft)}
              />
              <span className={look.hint}>{changesWords.impactHint}</span>
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
const FILES_SHOWN = 100;
/** Up to this many files are shown with their text at once. */
const FEW_FILES = 4;

function Diff({ diff, collectionId }: { readonly diff: SnapshotDiff; readonly collectionId: string }) {
  const files = useMemo(() => groupByFile(diff), [diff]);
  const [shown, setShown] = useState(FILES_SHOWN);
  if (files.length === 0) return <p className={look.soft}>{changesWords.same}</p>;
  return (
    <>
      <ul className={`${look.sheet} ${css.files}`} aria-label={changesWords.list}>
        {files.slice(0, shown).map((file, i) => (
          <li key={file.path}>
            <ChangedFileCard collectionId={collectionId} file={file} isFirst={i === 0 || files.length <= FEW_FILES} />
          </li>
        ))}
      </ul>
      {files.length > shown && (
        <Button
          label={changesWords.showMoreFiles(files.length - shown)}
          onClick={() => setShown(shown + FILES_SHOWN)}
        />
      )}
    </>
  );
}

/** Differences shown at first; a button shows more. */
const CHUNKS_SHOWN = 20;

interface Props {
  readonly collectionId: string;
  readonly file: ChangedFile;
  readonly isFirst: boolean;
}

/** A file with its changes, which load when it is opened. */
function ChangedFileCard({ collectionId, file, isFirst }: Props) {
  const { what, path, oldPath, changes } = file;
  const [isOpen, setOpen] = useState(isFirst);
  return (
    <details className={css.file} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="down" size={16} />
        <span className={css.what} data-what={what}>
          {changesWords.files[what]}
        </span>
        <strong className={css.path}>
          <MiddleText text={path} tail={32} />
        </strong>
        <span className={`${look.aside} ${css.counts}`}>{toCounts(changes)}</span>
      </summary>
      {isOpen && (
        <div className={`${look.stack} ${css.body}`}>
          {oldPath !== undefined && <p className={look.note}>{changesWords.renamedFrom(toShortName(oldPath, 200))}</p>}
          <FileChanges collectionId={collectionId} changes={changes} />
        </div>
      )}
    </details>
  );
}

const KINDS = ['added', 'changed', 'removed', 'moved'] as const;

function toCounts(changes: readonly SnapshotChange[]): string {
  const counts = KINDS.map((what) => [what, changes.filter((change) => change.what === what).length] as const);
  return counts
    .filter(([, count]) => count > 0)
    .map(
      ([what, count], i) =>
        `${i === 0 ? words.count.chunks(count) : formatCount(count)} ${changesWords.what[what].toLowerCase()}`,
    )
    .join(', ');
}

function FileChanges({ collectionId, changes }: Pick<ChangedFile, 'changes'> & { readonly collectionId: string }) {
  const [shown, setShown] = useState(CHUNKS_SHOWN);
  const told = changes.filter((change) => !isOnLines(change));
  const movedCount = changes.length - told.length;
  return (
    <>
      <ul className={css.list}>
        {told.slice(0, shown).map((change) => (
          <li key={`${change.oldRef} ${change.ref}`}>
            <ChangeHead collectionId={collectionId} change={change} />
            {change.what !== 'moved' && <ChangeText collectionId={collectionId} change={change} />}
          </li>
        ))}
      </ul>
      {told.length > shown && (
        <Button label={changesWords.showMore(told.length - shown)} onClick={() => setShown(shown + CHUNKS_SHOWN)} />
      )}
      {movedCount > 0 && <p className={look.note}>{changesWords.onlyMoved(movedCount)}</p>}
    </>
  );
}

/** True when the same text moved to other lines of its file. */
function isOnLines({ what, oldPath, path }: SnapshotChange): boolean {
  return what === 'moved' && (oldPath ?? path) === path;
}

function ChangeHead({ collectionId, change }: { readonly collectionId: string; readonly change: SnapshotChange }) {
  const { what, path, oldPath, ref, oldRef, lines, oldLines } = change;
  const at = lines ?? oldLines;
  const name = at === undefined ? (ref ?? oldRef ?? '') : changesWords.lines(searchWords.lines(...at));
  return (
    <p className={`${css.head} ${look.small}`}>
      {ref === undefined ? (
        <span className={look.soft}>{name}</span>
      ) : (
        <a href={toHash({ place: 'search', collectionId, chunk: ref, path, line: lines?.[0] ?? 1, query: '' })}>
          {name}
        </a>
      )}
      <span className={css.what} data-what={what}>
        {what === 'moved' && oldPath !== undefined
          ? changesWords.movedFrom(toShortName(oldPath, 200))
          : changesWords.what[what].toLowerCase()}
      </span>
    </p>
  );
}

function ChangeText({ collectionId, change }: { readonly collectionId: string; readonly change: SnapshotChange }) {
  const texts = useTexts(collectionId, change);
  if (texts === undefined) return <p className={look.note}>{words.common.loading}</p>;
  const { runs, isOldLost, isNewLost } = texts;
  const isSame = change.what === 'changed' && !isOldLost && !isNewLost && runs.every(({ what }) => what === 'same');
  return (
    <>
      {isOldLost && <p className={look.note}>{changesWords.oldLost}</p>}
      {isNewLost && <p className={look.note}>{changesWords.newLost}</p>}
      {isSame ? (
        <p className={look.note}>{changesWords.onlySpace}</p>
      ) : (
        runs.length > 0 && <WordDiff runs={runs} isBlock />
      )}
    </>
  );
}

/** Loads and compares both texts of a change. Undefined until loaded. */
function useTexts(collectionId: string, { id, oldId }: SnapshotChange) {
  const { engine } = useApp().connection;
  return useLoaded(async () => {
    const read = async (chunkId: string | undefined) =>
      chunkId === undefined ? undefined : readText(engine, collectionId, chunkId).catch(() => undefined);
    const [before, after] = await Promise.all([read(oldId), read(id)]);
    // An earlier text may no longer be stored; a later one neither, if its snapshot isn't the current one.
    const isOldLost = oldId !== undefined && before === undefined;
    const isNewLost = id !== undefined && after === undefined;
    // With one text missing, a comparison would show the other as all new.
    const isHalf = oldId !== undefined && id !== undefined && (isOldLost || isNewLost);
    const text = after ?? before ?? '';
    return { runs: isHalf ? diffWords(text, text) : diffWords(before ?? '', after ?? ''), isOldLost, isNewLost };
  }, [engine, collectionId, id, oldId]).value;
}

/** Loads the text of a chunk from the collection or one of its last snapshots. */
async function readText(engine: Engine, collectionId: string, id: string): Promise<string | undefined> {
  const now = await engine.getChunk(collectionId, id);
  return now?.chunk.content ?? (await engine.readReplaced(collectionId, id))?.text;
}
