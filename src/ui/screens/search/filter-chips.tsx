import type { Collection } from '../../../model/collection.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { chooseFacets } from '../../state/actions/choose-facets.ts';
import { FACETS } from '../../state/route.ts';
import { type Search, withoutFacet } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';
import { toFacetName, toFacetTitle } from './facet-name.ts';
import * as css from './facets.module.css';

/** The filters of the search, each with a remove button. */
export function FilterChips({ search, collection }: { readonly search: Search; readonly collection: Collection }) {
  const { choice, scope } = useSignal(search.view);
  const chosen = FACETS.flatMap((key) => (choice[key] === undefined ? [] : [[key, choice[key]] as const]));
  if (chosen.length === 0) return null;
  return (
    <ul className={css.chips} aria-label={words.search.filters}>
      {chosen.map(([key, value]) => {
        const name = toFacetName(key, value, collection);
        return (
          <li key={key}>
            <Button
              look="own"
              className={look.filterChip}
              aria-label={words.search.dropFilter(`${toFacetTitle(key, scope)} ${toShortName(name, 200)}`)}
              onClick={() => chooseFacets(search, collection.id, withoutFacet(choice, key))}
            >
              <span className={look.soft}>{toFacetTitle(key, scope)}</span>
              <MiddleText text={name} />
              <Icon name="close" size={14} />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
