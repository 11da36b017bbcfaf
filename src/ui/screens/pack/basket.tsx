import type { PickedChunk } from '../../../model/choices.ts';
import { Icon } from '../../parts/controls/icon.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { setPicks, togglePick } from '../../state/basket.ts';
import { showToast } from '../../state/toasts.ts';
import { formatCompact } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly collectionId: string;
  readonly picks: readonly PickedChunk[];
}

export function Basket({ collectionId, picks }: Props) {
  if (picks.length === 0) return <p className="soft small">{words.pack.emptyBasket}</p>;
  const clear = () => {
    setPicks(collectionId, []);
    showToast(words.pack.emptied, { action: { label: words.common.undo, run: () => setPicks(collectionId, picks) } });
  };
  return (
    <section className="stack" aria-label={words.pack.basket}>
      <div className="row">
        <h2>{words.pack.basket}</h2>
        <button type="button" className="button quiet push" onClick={clear}>
          {words.pack.clearBasket}
        </button>
      </div>
      <VirtualList
        className={picks.length > 6 ? 'tall' : ''}
        count={picks.length}
        rowHeight={56}
        label={words.pack.basket}
        renderRow={(i) => {
          const pick = picks[i];
          return pick === undefined ? null : <PickRow pick={pick} onRemove={() => togglePick(collectionId, pick)} />;
        }}
      />
    </section>
  );
}

function PickRow({ pick, onRemove }: { readonly pick: PickedChunk; readonly onRemove: () => void }) {
  const label = toShortName(pick.label || pick.path, 200);
  return (
    <div className="pick">
      <span className="grow">
        <MiddleText text={pick.label || pick.path} max={48} />
        <span className="faint small mono">
          <MiddleText text={pick.path} max={48} />
        </span>
      </span>
      <span className="faint small num">~{formatCompact(pick.tokens)}</span>
      <button type="button" className="button quiet icon" aria-label={words.pack.removePick(label)} onClick={onRemove}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
