import { useState } from 'react';
import type { SnapshotChange } from '../../../model/snapshot.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { WordDiff } from '../../parts/controls/word-diff.tsx';
import { toHash } from '../../state/route.ts';
import { formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import * as css from './changes.module.css';
import type { ChangedFile } from './group-by-file.ts';
import { useTexts } from './use-texts.ts';

/** Differences shown at first; a button shows more. */
const PAGE = 20;

interface Props {
  readonly collectionId: string;
  readonly file: ChangedFile;
  readonly isFirst: boolean;
}

/** A file with its changes, which load when it is opened. */
export function ChangedFileCard({ collectionId, file, isFirst }: Props) {
  const { what, path, oldPath, changes } = file;
  const [isOpen, setOpen] = useState(isFirst);
  return (
    <details className={css.file} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="down" size={16} />
        <span className={css.what} data-what={what}>
          {words.changes.files[what]}
        </span>
        <strong className={css.path}>
          <MiddleText text={path} tail={32} />
        </strong>
        <span className={`${look.aside} ${css.counts}`}>{toCounts(changes)}</span>
      </summary>
      {isOpen && (
        <div className={`${look.stack} ${css.body}`}>
          {oldPath !== undefined && <p className={look.note}>{words.changes.renamedFrom(toShortName(oldPath, 200))}</p>}
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
        `${i === 0 ? words.count.chunks(count) : formatCount(count)} ${words.changes.what[what].toLowerCase()}`,
    )
    .join(', ');
}

function FileChanges({ collectionId, changes }: Pick<ChangedFile, 'changes'> & { readonly collectionId: string }) {
  const [shown, setShown] = useState(PAGE);
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
        <Button label={words.changes.showMore(told.length - shown)} onClick={() => setShown(shown + PAGE)} />
      )}
      {movedCount > 0 && <p className={look.note}>{words.changes.onlyMoved(movedCount)}</p>}
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
  const name = at === undefined ? (ref ?? oldRef ?? '') : words.changes.lines(words.search.lines(...at));
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
          ? words.changes.movedFrom(toShortName(oldPath, 200))
          : words.changes.what[what].toLowerCase()}
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
      {isOldLost && <p className={look.note}>{words.changes.oldLost}</p>}
      {isNewLost && <p className={look.note}>{words.changes.newLost}</p>}
      {isSame ? (
        <p className={look.note}>{words.changes.onlySpace}</p>
      ) : (
        runs.length > 0 && <WordDiff runs={runs} isBlock />
      )}
    </>
  );
}
