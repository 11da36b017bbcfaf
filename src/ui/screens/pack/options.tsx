import { useEffect, useState } from 'react';
import { Button as ComboButton } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import type { PackAnswer } from '../../../engine/contract.ts';
import { asksForTests } from '../../../kinds/secondary.ts';
import type { Collection } from '../../../model/collection.ts';
import { LIMITS } from '../../../model/limits.ts';
import { PACK_BUDGETS } from '../../../model/outputs/pack.ts';
import type { PackDraft } from '../../../model/outputs/pack-draft.ts';
import { isUnbounded, NO_SELECTION } from '../../../model/outputs/selection.ts';
import { dropPick } from '../../../selection/pack-draft.ts';
import { Button } from '../../kit/button.tsx';
import * as fieldCss from '../../kit/field.module.css';
import { CheckField, SelectField, TextArea, toOptions } from '../../kit/field.tsx';
import { usePreference } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import * as menuCss from '../../parts/controls/controls.module.css';
import { ScopeCheck } from '../../parts/controls/scope.tsx';
import { SelectionDetails, useSelectionFacts } from '../../parts/selection/selection-field.tsx';
import { useApp } from '../../state/context.ts';
import { changePack, type PackRequest, usePackDraft } from '../../state/pack.ts';
import { navigate, toHash, useRoute } from '../../state/route.ts';
import { useScope } from '../../state/scope.ts';
import { changeSelection } from '../../state/selections.ts';
import { useSelection } from '../../state/use-selections.ts';
import { useSnapshots } from '../../state/use-snapshots.ts';
import { formatCompact, formatDate, parseBudget, toBudgetText } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { noteWords } from '../../words/notes.ts';
import { packWords } from '../../words/outputs.ts';
import * as css from './pack.module.css';

interface PackOptionsProps {
  readonly collection: Collection;
  readonly request: PackRequest;
  readonly onChange: (part: Partial<PackDraft>) => void;
}

/** Options most packs do not need: instructions, files, output. */
export function PackOptions({ collection, request, onChange }: PackOptionsProps) {
  const { scope } = useScope();
  const { instructions = '' } = usePackDraft(collection);
  return (
    <section className={css.options} id="pack-options" aria-label={packWords.more}>
      <div className={look.stack}>
        <TextArea
          label={packWords.instructions}
          hint={packWords.instructionsHint}
          rows={4}
          maxLength={LIMITS.maxQuestionChars}
          placeholder={packWords.instructionsPlaceholder}
          value={instructions}
          onChange={(text) => onChange({ instructions: text })}
        />
        {request.since === undefined && (
          <PackEverything collection={collection} budgetTokens={request.budgetTokens} onChange={onChange} />
        )}
      </div>
      <div className={look.stack}>
        {scope === undefined && (
          <>
            <PackScope collection={collection} />
            <SelectionDetails collection={collection} />
          </>
        )}
      </div>
      <OutputFields collection={collection} request={request} onChange={onChange} />
    </section>
  );
}

/** Budget and format belong to the pack, and are this browser's default for the next ones; the browser stores the rest. */
function OutputFields({ collection, request, onChange }: PackOptionsProps) {
  const [, setFormat] = usePreference('packFormat');
  const [counter, setCounter] = usePreference('packCounter');
  const [detail, setDetail] = usePreference('packDetail');
  const [order, setOrder] = usePreference('packOrder');
  const [citesLines, setCitesLines] = usePreference('packLines');
  const { choices } = useApp().state;
  const { mask } = useSelection(collection);
  const { tests, notes } = usePackDraft(collection);
  return (
    <div className={look.stack}>
      <SelectField
        label={packWords.format}
        value={request.format}
        options={toOptions(packWords.formats)}
        onChange={(format) => {
          setFormat(format);
          onChange({ format });
        }}
      />
      <SelectField
        label={packWords.counter}
        value={counter}
        options={toOptions(packWords.counters)}
        onChange={setCounter}
      />
      <SelectField
        label={packWords.detail}
        value={detail}
        options={toOptions(packWords.details)}
        onChange={setDetail}
      />
      <SelectField label={packWords.order} value={order} options={toOptions(packWords.orders)} onChange={setOrder} />
      <CheckField
        label={packWords.tests}
        hint={packWords.testsHint}
        checked={tests ?? asksForTests(request.query)}
        onChange={(isOn) => onChange({ tests: isOn })}
      />
      <CheckField
        label={noteWords.inPack}
        hint={noteWords.inPackHint}
        checked={notes === true}
        onChange={(isOn) => onChange({ notes: isOn })}
      />
      <CheckField label={packWords.lines} hint={packWords.linesHint} checked={citesLines} onChange={setCitesLines} />
      <CheckField
        label={packWords.mask}
        checked={mask}
        onChange={(isOn) => changeSelection(choices, collection, (now) => ({ ...now, mask: isOn }))}
      />
    </div>
  );
}

const BUDGETS = PACK_BUDGETS.slice(0, 3);

interface BudgetBoxProps {
  readonly value: number;
  readonly onChange: (tokens: number) => void;
}

/** Three common budgets, or any number: `20k` and `20000` are the same. */
export function BudgetBox({ value, onChange }: BudgetBoxProps) {
  const [text, setText] = useState(() => toBudgetText(value));
  const [isTyping, setTyping] = useState(false);
  useEffect(() => setText(toBudgetText(value)), [value]);
  const isInvalid = !isTyping && parseBudget(text) === undefined;
  const change = (typed: string) => {
    setText(typed);
    setTyping(typed !== text || isTyping);
    const tokens = parseBudget(typed);
    if (tokens !== undefined) onChange(tokens);
  };
  return (
    <ComboBox
      className={`${fieldCss.field} ${css.combo}`}
      allowsCustomValue
      menuTrigger="focus"
      inputValue={text}
      isInvalid={isInvalid}
      onInputChange={change}
      onSelectionChange={(key) => key !== null && onChange(Number(key))}
      onKeyDown={({ key }) => key === 'Enter' && setTyping(false)}
      onBlur={() => setTyping(false)}
      defaultFilter={() => true}
    >
      <Label>{packWords.budget}</Label>
      <div className={css.comboBox}>
        <Input className={fieldCss.input} inputMode="text" />
        <ComboButton>
          <Icon name="down" size={16} />
        </ComboButton>
      </div>
      <Text slot="description" className={look.srOnly}>
        {packWords.budgetHint}
      </Text>
      {isInvalid && (
        <Text slot="errorMessage" role="alert" className={`${look.hint} ${look.bad}`}>
          {packWords.badBudget(toBudgetText(value))}
        </Text>
      )}
      <Popover className={menuCss.menu}>
        <ListBox>
          {BUDGETS.map((tokens) => (
            <ListBoxItem key={tokens} id={String(tokens)} textValue={toBudgetText(tokens)} className={menuCss.menuItem}>
              {toBudgetText(tokens)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

interface PackEverythingProps {
  readonly collection: Collection;
  readonly budgetTokens: number;
  readonly onChange: (part: Partial<PackDraft>) => void;
}

/** Factor for the headings and fences of a pack. */
const FRAME_SHARE = 1.3;
/** Larger packs take minutes to count; Export writes them in parts. */
const MAX_TOKENS = 2_000_000;

/** Packs every file of the selection, with a sufficient budget. */
export function PackEverything({ collection, budgetTokens, onChange }: PackEverythingProps) {
  const { scope } = useScope();
  const { facts } = useSelectionFacts(collection, useSelection(collection));
  if (scope !== undefined || facts === undefined || facts.tokens === 0) return null;
  const tokens = `~${formatCompact(facts.tokens)}`;
  const need = facts.tokens * FRAME_SHARE;
  if (need > MAX_TOKENS)
    return (
      <p className={look.soft}>
        {packWords.tooLarge(tokens)}{' '}
        <a href={toHash({ place: 'export', collectionId: collection.id })}>{packWords.toExport}</a>
      </p>
    );
  const budget = need <= budgetTokens ? budgetTokens : PACK_BUDGETS.find((one) => one >= need);
  return (
    <div className={look.stack} style={{ gap: 4 }}>
      <div>
        <Button
          label={packWords.everything(tokens)}
          onClick={() =>
            onChange({ query: '', everything: true, ...(budget === undefined ? {} : { budgetTokens: budget }) })
          }
        />
      </div>
      <p className={look.hint}>{packWords.everythingHint}</p>
    </div>
  );
}

/** Says that the pack is about changes. The snapshot is in the address, so that the next pack is about everything again. */
export function PackSince({ collection }: { readonly collection: Collection }) {
  const route = useRoute();
  const { scope } = useScope();
  const snapshots = useSnapshots(collection.id);
  const since = route.place === 'pack' && scope === undefined ? route.since : undefined;
  const snapshot = snapshots?.find(({ id }) => id === since);
  if (snapshot === undefined) return null;
  return (
    <div className={`${look.notice} ${look.row} ${css.note}`}>
      <p>{packWords.since(formatDate(snapshot.at))}</p>
      <Button
        label={packWords.withoutSince}
        onClick={() => navigate({ place: 'pack', collectionId: collection.id }, { replace: true })}
      />
    </div>
  );
}

const NAMES_SHOWN = 3;

interface PackAlwaysProps extends Pick<PackOptionsProps, 'collection' | 'request'> {
  readonly answer: PackAnswer | undefined;
}

/** Says in one line what is always in the pack, and which files the question searches. */
export function PackAlways({ collection, request, answer }: PackAlwaysProps) {
  const { choices } = useApp().state;
  const { scope } = useScope();
  const selection = useSelection(collection);
  const { facts } = useSelectionFacts(collection, selection);
  const { files, picks, gonePicks: gone = [] } = request;
  const { cut = [] } = answer?.account ?? {};
  const isRestricted = scope === undefined && !isUnbounded(selection) && facts !== undefined;
  if (files.length + picks.length + gone.length === 0 && !isRestricted) return null;
  const dropGone = () =>
    changePack(choices, collection, (draft, { selections, current }) =>
      gone.reduce((left, { id }) => dropPick(left, selections[current] ?? NO_SELECTION, id), draft),
    );
  return (
    <p className={`${look.row} ${look.hint} ${css.note}`}>
      {files.length + picks.length > 0 && <span>{packWords.always(toNames(files.map(toName)), picks.length)}</span>}
      {cut.length > 0 && (
        <span className={look.warnText}>
          {packWords.cut(
            toNames(cut.map(({ path, tokens }) => packWords.cutFile(toName(path), tokens))),
            cut.length,
            request.budgetTokens,
          )}
        </span>
      )}
      {isRestricted && <span>{packWords.restricts(facts.files)}</span>}
      {files.length > 0 && (
        <Button
          look="link"
          label={packWords.withoutAlways}
          onClick={() => changePack(choices, collection, ({ files: _, ...draft }) => draft)}
        />
      )}
      {gone.length > 0 && (
        <>
          <span className={look.warnText}>
            {packWords.gone(toNames(gone.map(({ label }) => `“${toName(label)}”`)), gone.length)}
          </span>
          <Button look="link" label={packWords.withoutGone} onClick={dropGone} />
        </>
      )}
    </p>
  );
}

const toName = (text: string): string => toShortName(text, 60);

function toNames(all: readonly string[]): string {
  const names = all.slice(0, NAMES_SHOWN);
  return [...names, ...(all.length > NAMES_SHOWN ? [packWords.alwaysMore(all.length - NAMES_SHOWN)] : [])].join(', ');
}

/** Packs all collections together, or the open one. */
export function PackScope({ collection }: { readonly collection: Collection }) {
  return <ScopeCheck onChange={(next) => navigate({ place: 'pack', collectionId: collection.id, scope: next })} />;
}
