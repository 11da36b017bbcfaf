import { useApp } from '../../state/context.ts';
import { getSearch } from '../../state/get-search.ts';
import { type Asked, navigate, type Scope } from '../../state/route.ts';
import { keepScope } from '../../state/scope/all-collections.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly collectionId: string;
  readonly asked: Asked;
  readonly scope: Scope;
}

/** Asks all collections the same, or the open one again. Filters stay behind: folders and sources are those of one scope. */
export function ScopeSwitch({ collectionId, asked, scope }: Props) {
  const { engine } = useApp().connection;
  const change = () => {
    const next: Scope = scope === 'all' ? undefined : 'all';
    const search = getSearch(engine, collectionId, next);
    search.setChoice({});
    search.setText(asked.query);
    navigate({ place: 'search', collectionId, query: asked.query, ...keepScope(next) });
  };
  return (
    <button
      type="button"
      className="scope-switch"
      aria-pressed={scope === 'all'}
      aria-label={words.scope.all}
      title={words.scope.hint}
      onClick={change}
    >
      {words.scope.short}
    </button>
  );
}
