import type { Collection } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import type { Search } from '../../state/search.ts';
import { useIsReading } from '../../state/use-is-reading.ts';
import { words } from '../../words/words.ts';
import { LimitNote } from './limit-note.tsx';
import { useSuggestions } from './use-suggestions.ts';

/** No matches: possible reasons and suggestions. */
export function NoHits({ search, collection }: { readonly search: Search; readonly collection: Collection }) {
  const suggestions = useSuggestions(search, collection);
  if (useIsReading(collection.id)) {
    return (
      <div className={look.notice} role="status">
        <strong>{words.search.noneYet}</strong>
        <span>{words.search.noneYetHint}</span>
      </div>
    );
  }
  return (
    <div className={look.notice}>
      <strong>{words.search.none}</strong>
      <span>{words.search.noneHint}</span>
      {suggestions.map(({ label, matches, go }) => (
        <Button key={label} onClick={go}>
          {label} <span className={look.faint}>{words.search.matches(matches)}</span>
        </Button>
      ))}
      <LimitNote collection={collection} />
    </div>
  );
}
