import { useState } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { NO_PACK, type PackDraft } from '../../../model/outputs/pack-draft.ts';
import { removeItem } from '../../../selection/pack-draft.ts';
import { TextArea } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { NotReady } from '../../kit/not-ready.tsx';
import { usePreference } from '../../kit/use-preference.ts';
import { LeftOut } from '../../parts/controls/left-out.tsx';
import { SelectionSelect } from '../../parts/selection/selection-field.tsx';
import { useApp } from '../../state/context.ts';
import { changePack, usePackDraft } from '../../state/pack/pack-draft.ts';
import { usePackRequest } from '../../state/pack/pack-options.ts';
import { useScope } from '../../state/scope/use-scope.ts';
import { useSelectionsState } from '../../state/use-selections.ts';
import { words } from '../../words/words.ts';
import { BudgetBox } from './budget-box.tsx';
import * as css from './pack.module.css';
import { PackActions } from './pack-actions.tsx';
import { PackItems } from './pack-items.tsx';
import { PackOptions } from './pack-options.tsx';
import { PackPreview } from './pack-preview.tsx';
import { PackScope } from './pack-scope.tsx';
import { PackSince } from './pack-since.tsx';
import { PackSummary } from './pack-summary.tsx';
import { usePack } from './use-pack.ts';

/** Without the stored selection, a pack would contain what the user excluded. */
export function Pack({ collection }: { readonly collection: Collection }) {
  const loaded = useSelectionsState(collection.id);
  if (loaded.status === 'ready') return <ReadyPack collection={collection} />;
  return (
    <div className={css.place}>
      <h1 className={look.srOnly}>{words.places.pack}</h1>
      <NotReady load={loaded} />
    </div>
  );
}

/** A question, a budget and *Copy pack* on top; the contents next to the text. */
function ReadyPack({ collection }: { readonly collection: Collection }) {
  const { choices } = useApp().state;
  const { scope } = useScope();
  const [showMore, setShowMore] = useState(false);
  const [, setDefaultBudget] = usePreference('budgetTokens');
  const draft = usePackDraft(collection);
  const request = usePackRequest(collection);
  const pack = usePack(request);
  const { answer } = pack;
  const change = (part: Partial<PackDraft>) => changePack(choices, collection, (now) => ({ ...now, ...part }));
  const setBudget = (budgetTokens: number) => {
    if (budgetTokens === request.budgetTokens) return;
    setDefaultBudget(budgetTokens);
    change({ budgetTokens });
  };
  const hasPack = request.options !== undefined;
  const name = `${collection.name}.pack.${request.format === 'xml' ? 'xml' : 'md'}`;
  return (
    <div className={css.place} data-end-bar>
      <h1 className={look.srOnly}>{words.places.pack}</h1>
      <div className={css.top}>
        <div className={css.bar}>
          <TextArea
            label={words.pack.query}
            className={css.question}
            rows={1}
            placeholder={words.pack.queryPlaceholder}
            value={request.query}
            onChange={(query) => change({ query, everything: false })}
          />
          <BudgetBox value={request.budgetTokens} onChange={setBudget} />
          {scope === undefined ? <SelectionSelect collection={collection} /> : <PackScope collection={collection} />}
          <PackActions answer={answer} name={name} showsMore={showMore} onMore={() => setShowMore(!showMore)} />
        </div>
        {hasPack && <PackSummary pack={pack} budgetTokens={request.budgetTokens} onBudget={setBudget} />}
      </div>
      {showMore && <PackOptions collection={collection} request={request} onChange={change} />}
      <PackSince collection={collection} />
      <LeftOut collections={answer?.leftOut} />
      <div className={hasPack ? css.panes : `${css.panes} ${css.single}`}>
        {hasPack && (
          <PackItems
            collectionId={collection.id}
            items={answer?.items ?? []}
            removed={draft.removed.length}
            onRemove={(key) => changePack(choices, collection, (now) => removeItem(now, key))}
            onRestore={() => change({ removed: NO_PACK.removed })}
          />
        )}
        <PackPreview collection={collection} pack={pack} request={request} onChange={change} />
      </div>
    </div>
  );
}
