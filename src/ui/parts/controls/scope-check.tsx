import type { Scope } from '../../state/route.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { words } from '../../words/words.ts';

/** A checkbox to search all collections instead of the open one; hidden when only one exists. */
export function ScopeCheck({ onChange }: { readonly onChange: (scope: Scope) => void }) {
  const { scope, canChoose } = useScope();
  if (!canChoose) return null;
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={scope === 'all'}
        onChange={(event) => onChange(event.target.checked ? 'all' : undefined)}
      />
      {words.scope.all}
    </label>
  );
}
