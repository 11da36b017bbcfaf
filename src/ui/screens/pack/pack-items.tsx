import type { PackItem } from '../../../engine/contract.ts';
import { Icon } from '../../parts/controls/icon.tsx';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { toHash } from '../../state/route.ts';
import { useCollectionNames } from '../../state/scope/use-scope.ts';
import { formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly collectionId: string;
  readonly items: readonly PackItem[];
  readonly leftOut: number;
  readonly onLeaveOut: (key: string) => void;
  readonly onBringBack: () => void;
}

/** What was chosen, best first, with its reason and its tokens. Leaving something out makes room for the next best. */
export function PackItems({ collectionId, items, leftOut, onLeaveOut, onBringBack }: Props) {
  if (items.length === 0 && leftOut === 0) return null;
  return (
    <section className="stack" aria-label={words.pack.chosen}>
      <div className="row">
        <h2>{words.pack.chosen}</h2>
        {leftOut > 0 && (
          <button type="button" className="button quiet push" onClick={onBringBack}>
            {words.pack.bringBack(leftOut)}
          </button>
        )}
      </div>
      <VirtualList
        className={items.length > 6 ? 'tall' : ''}
        count={items.length}
        rowHeight={56}
        label={words.pack.chosen}
        renderRow={(i) => {
          const item = items[i];
          return item && <ItemRow collectionId={collectionId} item={item} onLeaveOut={() => onLeaveOut(item.key)} />;
        }}
      />
      <p className="hint">{words.pack.refills}</p>
    </section>
  );
}

interface RowProps {
  readonly collectionId: string;
  readonly item: PackItem;
  readonly onLeaveOut: () => void;
}

function ItemRow({ collectionId, item, onLeaveOut }: RowProps) {
  const { path, lines, label, why, tokens, collection = collectionId } = item;
  const of = useCollectionNames().get(item.collection ?? '');
  const line = lines[0]?.[0] ?? 1;
  const place = why === 'outline' ? path : `${path}:${line}-${lines[0]?.[1] ?? line}`;
  const name = toShortName(label || path, 200);
  return (
    <div className="pick">
      <a className="grow" href={toHash({ place: 'search', collectionId: collection, path, line, query: '' })}>
        <MiddleText text={label || path} max={40} />
        <span className="faint small mono">
          {of !== undefined && <span className="hit-of">{toShortName(of, 24)}</span>}
          <MiddleText text={place} max={44} />
        </span>
      </a>
      <span className="small soft">{words.pack.reasons[why]}</span>
      <span className="faint small num">{formatCount(tokens)}</span>
      <button type="button" className="button quiet icon" aria-label={words.pack.leaveOut(name)} onClick={onLeaveOut}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
