import type { PickedChunk, Selection } from '../../../model/outputs/selection.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { useApp } from '../../state/context.ts';
import { formatCompact } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import * as css from './selections.module.css';

interface Props {
  readonly picks: readonly PickedChunk[];
  /** Ids of chunks that are no longer in the collection. */
  readonly gone: readonly string[];
  readonly onChange: (part: Partial<Selection>) => void;
}

/** Chunks added by hand, in their order. */
export function PickList({ picks, gone, onChange }: Props) {
  const { toasts } = useApp().state;
  const missing = new Set(gone);
  const clear = () => {
    onChange({ picks: [] });
    const undo = { label: words.common.undo, run: () => onChange({ picks }) };
    toasts.show(words.selections.emptied, { action: undo });
  };
  return (
    <section className={look.stack} aria-label={words.selections.picks}>
      <div className={look.row}>
        <h2>{words.selections.picks}</h2>
        {picks.length > 0 && (
          <Button look="quiet" className={look.push} label={words.selections.clearPicks} onClick={clear} />
        )}
      </div>
      {picks.length === 0 && <p className={look.note}>{words.selections.noPicks}</p>}
      {picks.length > 0 && (
        <VirtualList
          className={picks.length > 6 ? look.tall : ''}
          count={picks.length}
          rowHeight={56}
          label={words.selections.picks}
          renderRow={(i) => {
            const pick = picks[i];
            return (
              pick && (
                <PickRow
                  pick={pick}
                  isGone={missing.has(pick.id)}
                  onRemove={() => onChange({ picks: picks.filter(({ id }) => id !== pick.id) })}
                />
              )
            );
          }}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly pick: PickedChunk;
  readonly isGone: boolean;
  readonly onRemove: () => void;
}

function PickRow({ pick, isGone, onRemove }: RowProps) {
  const label = toShortName(pick.label || pick.path, 200);
  return (
    <div className={css.pick}>
      <span className={css.grow}>
        <MiddleText text={pick.label || pick.path} max={48} />
        <span className={`${look.aside} ${look.mono}`}>
          <MiddleText text={pick.path} max={48} />
        </span>
      </span>
      {isGone && <strong className={`${look.warnText} ${look.small}`}>{words.selections.gone}</strong>}
      <span className={`${look.aside} ${look.num}`}>~{formatCompact(pick.tokens)}</span>
      <IconButton icon="close" label={words.selections.remove1(label)} onClick={onRemove} />
    </div>
  );
}
