import type { Collection } from '../../../model/collection.ts';
import { PACK_BUDGETS } from '../../../model/outputs/pack.ts';
import type { PackDraft } from '../../../model/outputs/pack-draft.ts';
import { Button } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { useSelectionFacts } from '../../parts/selection/use-selection-facts.ts';
import { toHash } from '../../state/route.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { useSelection } from '../../state/use-selections.ts';
import { formatCompact } from '../../text/format.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly collection: Collection;
  readonly budgetTokens: number;
  readonly onChange: (part: Partial<PackDraft>) => void;
}

/** Factor for the headings and fences of a pack. */
const FRAME_SHARE = 1.3;
/** Larger packs take minutes to count; Export writes them in parts. */
const MAX_TOKENS = 2_000_000;

/** Packs every file of the selection, with a sufficient budget. */
export function PackEverything({ collection, budgetTokens, onChange }: Props) {
  const { scope } = useScope();
  const { facts } = useSelectionFacts(collection, useSelection(collection));
  if (scope !== undefined || facts === undefined || facts.tokens === 0) return null;
  const tokens = `~${formatCompact(facts.tokens)}`;
  const need = facts.tokens * FRAME_SHARE;
  if (need > MAX_TOKENS)
    return (
      <p className={look.soft}>
        {words.pack.tooLarge(tokens)}{' '}
        <a href={toHash({ place: 'export', collectionId: collection.id })}>{words.pack.toExport}</a>
      </p>
    );
  const budget = need <= budgetTokens ? budgetTokens : PACK_BUDGETS.find((one) => one >= need);
  return (
    <div className={look.stack} style={{ gap: 4 }}>
      <div>
        <Button
          label={words.pack.everything(tokens)}
          onClick={() =>
            onChange({ query: '', everything: true, ...(budget === undefined ? {} : { budgetTokens: budget }) })
          }
        />
      </div>
      <p className={look.hint}>{words.pack.everythingHint}</p>
    </div>
  );
}
