import type { ReactNode } from 'react';
import { IconButton, toClass } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { formatCompact } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import * as css from './selections.module.css';

export interface SelectedRow {
  readonly name: string;
  /** Path of a chunk, below its name. */
  readonly path?: string;
  readonly tokens?: number;
  /** True if it is no longer in the collection. */
  readonly isGone: boolean;
  readonly onRemove: () => void;
}

interface Props {
  readonly title: string;
  readonly none: string;
  readonly rows: readonly SelectedRow[];
  readonly rowHeight: number;
  /** Buttons next to the title. */
  readonly children: ReactNode;
}

/** Longer lists scroll. */
const MAX_ROWS = 6;

/** Paths or chunks of a selection, each with a button that removes it. */
export function SelectedList({ title, none, rows, rowHeight, children }: Props) {
  return (
    <section className={look.stack} aria-label={title}>
      <div className={look.row}>
        <h2>{title}</h2>
        <span className={`${look.row} ${look.push}`}>{children}</span>
      </div>
      {rows.length === 0 ? (
        <p className={look.note}>{none}</p>
      ) : (
        <VirtualList
          className={rows.length > MAX_ROWS ? look.tall : ''}
          count={rows.length}
          rowHeight={rowHeight}
          label={title}
          renderRow={(i) => rows[i] && <Row {...rows[i]} />}
        />
      )}
    </section>
  );
}

function Row({ name, path, tokens, isGone, onRemove }: SelectedRow) {
  return (
    <div className={css.picked}>
      <span className={toClass(css.grow, path === undefined && look.mono)}>
        <MiddleText text={name} max={64} />
        {path !== undefined && (
          <span className={`${look.aside} ${look.mono}`}>
            <MiddleText text={path} max={48} />
          </span>
        )}
      </span>
      {isGone && <strong className={`${look.warnText} ${look.small}`}>{words.selections.gone}</strong>}
      {tokens !== undefined && <span className={`${look.aside} ${look.num}`}>~{formatCompact(tokens)}</span>}
      <IconButton icon="close" label={words.selections.remove1(toShortName(name, 200))} onClick={onRemove} />
    </div>
  );
}
