import type { PackItem } from '../../../engine/contract.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { toHash } from '../../state/route.ts';
import { useCollectionNames, useScope } from '../../state/scope/use-scope.ts';
import { formatCount } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import * as css from './pack.module.css';

interface Props {
  readonly collectionId: string;
  readonly items: readonly PackItem[];
  readonly removed: number;
  readonly onRemove: (key: string) => void;
  readonly onRestore: () => void;
}

/** Reasons of matches; other items fill the budget. */
const MATCHES: ReadonlySet<PackItem['why']> = new Set(['picked', 'hit', 'changed', 'uses']);

/** The contents of the pack, best first, each with its reason and its tokens. */
export function PackItems({ collectionId, items, removed, onRemove, onRestore }: Props) {
  return (
    <section className={css.items} aria-label={words.pack.items}>
      <div className={look.row}>
        <h2>{words.pack.items}</h2>
        {removed > 0 && (
          <Button look="quiet" className={look.push} label={words.pack.restore(removed)} onClick={onRestore} />
        )}
      </div>
      <VirtualList
        className={css.list}
        count={items.length}
        rowHeight={56}
        label={words.pack.items}
        rowKey={(i) => items[i]?.key ?? i}
        renderRow={(i) => {
          const item = items[i];
          return item && <ItemRow collectionId={collectionId} item={item} onRemove={() => onRemove(item.key)} />;
        }}
      />
      {items.length > 0 && <p className={look.hint}>{words.pack.refills}</p>}
      <CiteLink collectionId={collectionId} />
    </section>
  );
}

/** A link back to check the model's answer. */
export function CiteLink({ collectionId }: { readonly collectionId: string }) {
  const { scope } = useScope();
  return (
    <a className={look.small} href={toHash({ place: 'cite', collectionId, scope })}>
      {words.places.cite}
    </a>
  );
}

interface RowProps {
  readonly collectionId: string;
  readonly item: PackItem;
  readonly onRemove: () => void;
}

function ItemRow({ collectionId, item, onRemove }: RowProps) {
  const { path, lines, label, why, tokens, collection = collectionId } = item;
  const collectionName = useCollectionNames().get(item.collection ?? '');
  const line = lines[0]?.[0] ?? 1;
  const place = why === 'outline' ? path : `${path}:${line}-${lines[0]?.[1] ?? line}`;
  const name = toShortName(label || path, 200);
  return (
    <div className={css.item}>
      <a
        className={look.cut}
        href={toHash({ place: 'search', collectionId: collection, path, line, query: '' })}
        title={name}
      >
        {name}
      </a>
      <span className={MATCHES.has(why) ? `${css.why} ${css.match} ${look.small}` : `${css.why} ${look.small}`}>
        {words.pack.reasons[why]}
      </span>
      <span className={`${look.aside} ${look.num}`}>{formatCount(tokens)}</span>
      <IconButton icon="close" label={words.pack.remove(name)} onClick={onRemove} />
      <span className={`${look.aside} ${look.mono}`}>
        {collectionName !== undefined && <span className={look.origin}>{toShortName(collectionName, 24)}</span>}
        <MiddleText text={place} max={44} />
      </span>
    </div>
  );
}
