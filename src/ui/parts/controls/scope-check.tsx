import { CheckField } from '../../kit/field.tsx';
import type { Scope } from '../../state/route.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { words } from '../../words/words.ts';

/** A checkbox to search all collections instead of the open one; hidden when only one exists. */
export function ScopeCheck({ onChange }: { readonly onChange: (scope: Scope) => void }) {
  const { scope, canChoose } = useScope();
  if (!canChoose) return null;
  return (
    <CheckField
      label={words.scope.all}
      checked={scope === 'all'}
      onChange={(isOn) => onChange(isOn ? 'all' : undefined)}
    />
  );
}
