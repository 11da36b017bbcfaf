import type { Collection } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import { askFor } from '../../state/actions/choose-facets.ts';
import type { Search } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { useIsReading } from '../../state/use-is-reading.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { LimitNote } from './limit-note.tsx';
import { dropFilter, listFilters, renameFilter } from './query-filters.ts';

/** No matches: possible reasons and suggestions. */
export function NoHits({ search, collection }: { readonly search: Search; readonly collection: Collection }) {
  const { text, instead = [] } = useSignal(search.view);
  if (useIsReading(collection.id)) {
    return (
      <div className="notice" role="status">
        <strong>{words.search.noneYet}</strong>
        <span>{words.search.noneYetHint}</span>
      </div>
    );
  }
  return (
    <div className="notice">
      <strong>{words.search.none}</strong>
      <span>{words.search.noneHint}</span>
      {instead.map((other) => (
        <Button
          label={words.search.otherFilter(toShortName(`${other.works}:${other.value}`, 40))}
          key={other.key + other.value}
          onClick={() => askFor(search, collection.id, renameFilter(text, other))}
        />
      ))}
      {listFilters(text).map((filter) => (
        <Button
          key={filter}
          label={words.search.dropFilter(toShortName(filter, 40))}
          onClick={() => askFor(search, collection.id, dropFilter(text, filter))}
        />
      ))}
      <LimitNote collection={collection} />
    </div>
  );
}
