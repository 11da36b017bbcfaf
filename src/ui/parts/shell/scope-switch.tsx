import { Icon } from '../../kit/icon.tsx';
import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { type Asked, navigate, type Scope } from '../../state/route.ts';
import { words } from '../../words/words.ts';
import * as css from './search-box.module.css';

interface Props {
  readonly collectionId: string;
  readonly asked: Asked;
  readonly scope: Scope;
}

/** Sends the same query to all collections, or back to the open one. Drops filters: folders and sources belong to one scope. */
export function ScopeSwitch({ collectionId, asked, scope }: Props) {
  const app = useApp();
  const change = (next: Scope) => {
    const search = getSearch(app, collectionId, next);
    search.setChoice({});
    search.setText(asked.query);
    navigate({ place: 'search', collectionId, query: asked.query, scope: next });
  };
  const isAll = scope === 'all';
  return (
    <span className={isAll ? `${css.scope} ${css.all}` : css.scope}>
      <span aria-hidden className={css.wideOnly}>
        {isAll ? words.scope.all : words.scope.one}
      </span>
      <span aria-hidden className={css.narrowOnly}>
        {isAll ? words.scope.short : words.scope.shortOne}
      </span>
      <Icon name="down" size={14} />
      <select
        aria-label={words.scope.label}
        value={isAll ? 'all' : ''}
        onChange={(event) => change(event.target.value === 'all' ? 'all' : undefined)}
      >
        <option value="">{words.scope.one}</option>
        <option value="all">{words.scope.all}</option>
      </select>
    </span>
  );
}
