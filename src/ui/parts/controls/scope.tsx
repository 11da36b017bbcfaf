import type { LeftOutCollection } from '../../../engine/contract.ts';
import { CheckField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { type Scope, toGroupName } from '../../state/route.ts';
import { useScope } from '../../state/scope.ts';
import { toShortName } from '../../text/visible-text.ts';
import { searchWords } from '../../words/search.ts';
import { words } from '../../words/words.ts';

/** A checkbox to search all collections, or the group in use, instead of the open one; hidden when only one exists. */
export function ScopeCheck({ onChange }: { readonly onChange: (scope: Scope) => void }) {
  const { scope, canChoose } = useScope();
  if (!canChoose) return null;
  return (
    <CheckField
      label={toGroupName(scope) ?? words.scope.all}
      checked={scope !== undefined}
      onChange={(isOn) => onChange(isOn ? 'all' : undefined)}
    />
  );
}

/** Lists the collections that a search over several could not include, and why. */
export function UnsearchedCollections({ collections = [] }: { readonly collections?: readonly LeftOutCollection[] }) {
  return collections.map(({ collectionId, name, why }) => (
    <p key={collectionId} className={look.notice}>
      {searchWords.unsearched[why](toShortName(name ?? words.scope.unnamed, 80))}
    </p>
  ));
}
