import type { Collection } from '../../../model/collection.ts';
import type { Selection } from '../../../model/outputs/selection.ts';
import { Button, ButtonLink, IconButton } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { toHash } from '../../state/route.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import * as css from './selections.module.css';

interface Props {
  readonly collection: Collection;
  readonly paths: readonly string[];
  readonly gone: readonly string[];
  readonly onChange: (part: Partial<Selection>) => void;
}

/** Ticked paths; those that are no longer in the collection come first and say so. */
export function TickList({ collection, paths, gone, onChange }: Props) {
  const missing = new Set(gone);
  const rows = [...paths.filter((path) => missing.has(path)), ...paths.filter((path) => !missing.has(path))];
  return (
    <section className={look.stack} aria-label={words.selections.ticks}>
      <div className={look.row}>
        <h2>{words.selections.ticks}</h2>
        <span className={`${look.row} ${look.push}`}>
          <ButtonLink
            label={words.selections.tickMore}
            href={toHash({ place: 'files', collectionId: collection.id })}
          />
          {paths.length > 0 && (
            <Button look="quiet" label={words.selections.clearTicks} onClick={() => onChange({ paths: [] })} />
          )}
        </span>
      </div>
      {paths.length === 0 && <p className={look.note}>{words.selections.noTicks}</p>}
      {paths.length > 0 && (
        <VirtualList
          className={rows.length > 8 ? look.tall : ''}
          count={rows.length}
          rowHeight={40}
          label={words.selections.ticks}
          renderRow={(i) => {
            const path = rows[i];
            if (path === undefined) return null;
            return (
              <div className={css.change}>
                <span className={`${look.mono} ${css.grow}`}>
                  <MiddleText text={path} max={64} />
                </span>
                {missing.has(path) && (
                  <strong className={`${look.warnText} ${look.small}`}>{words.selections.gone}</strong>
                )}
                <IconButton
                  icon="close"
                  label={words.selections.remove1(toShortName(path, 200))}
                  onClick={() => onChange({ paths: paths.filter((other) => other !== path) })}
                />
              </div>
            );
          }}
        />
      )}
    </section>
  );
}
