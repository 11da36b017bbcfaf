import type { Collection } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import { keepQuestion } from '../../state/actions/questions.ts';
import { useApp } from '../../state/context.ts';
import { FACETS } from '../../state/route.ts';
import type { SearchView } from '../../state/search.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly collection: Collection;
  readonly view: SearchView;
  /** The hit that answers it: the active one. */
  readonly index: number;
}

/** Keeps the search with its active hit as a question; for one's own collection, without filters that a question does not have. */
export function KeepQuestion({ collection, view, index }: Props) {
  const app = useApp();
  const text = (view.answered ?? '').trim();
  const hit = view.hits.get(Math.max(0, index));
  const isFiltered = FACETS.some((key) => view.choice[key] !== undefined);
  const isForeign = hit?.collection !== undefined || collection.publishedAt !== undefined;
  if (text === '' || hit === undefined || isFiltered || isForeign) return null;
  return (
    <Button
      look="quiet"
      label={words.questions.keep}
      onClick={() => void keepQuestion(app, collection.id, text, hit)}
    />
  );
}
