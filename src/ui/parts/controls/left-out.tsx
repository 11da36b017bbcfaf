import type { LeftOutCollection } from '../../../engine/contract.ts';
import * as look from '../../kit/look.module.css';
import { toShortName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';

/** Lists the collections that a search over several could not include, and why. */
export function LeftOut({ collections = [] }: { readonly collections?: readonly LeftOutCollection[] | undefined }) {
  return collections.map(({ collectionId, name, why }) => (
    <p key={collectionId} className={look.notice}>
      {words.scope.leftOut[why](toShortName(name ?? words.scope.unnamed, 80))}
    </p>
  ));
}
