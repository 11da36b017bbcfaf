import { useEffect, useRef, useState } from 'react';
import type { PackAnswer, PackItem } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { NO_PACK, type PackDraft } from '../../../model/outputs/pack-draft.ts';
import { removeItem } from '../../../selection/pack-draft.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { TextArea } from '../../kit/field.tsx';
import { NotReady } from '../../kit/form.tsx';
import { usePreference } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icon.tsx';
import * as look from '../../kit/look.module.css';
import * as barCss from '../../parts/controls/controls.module.css';
import { MiddleText } from '../../parts/controls/middle-text.tsx';
import { ProgressBar } from '../../parts/controls/progress-bar.tsx';
import { UnsearchedCollections } from '../../parts/controls/scope.tsx';
import { VirtualList } from '../../parts/controls/virtual-list.tsx';
import { SelectionSelect } from '../../parts/selection/selection-field.tsx';
import { Empty } from '../../parts/shell/place.tsx';
import { copyText, saveBlob } from '../../state/actions/copy-and-save.ts';
import { useApp } from '../../state/context.ts';
import { changePack, type PackRequest, usePackDraft, usePackRequest } from '../../state/pack.ts';
import { toHash } from '../../state/route.ts';
import { useCollectionNames, useScope } from '../../state/scope.ts';
import { useSignal } from '../../state/signal.ts';
import { useSelectionsState } from '../../state/use-selections.ts';
import { describePack, type PackNumbers } from '../../text/describe-pack.ts';
import { formatCount, toBudgetText } from '../../text/format.ts';
import { toShortName } from '../../text/visible-text.ts';
import { askWords } from '../../words/ask.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { packWords, selectionsWords } from '../../words/outputs.ts';
import { words } from '../../words/words.ts';
import { AnswerPane, PaneTabs, useAsking } from './answer.tsx';
import { ModelPicker } from './models.tsx';
import { BudgetBox, PackAlways, PackEverything, PackOptions, PackScope, PackSince } from './options.tsx';
import * as css from './pack.module.css';
import { type PackState, usePack } from './use-pack.ts';

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
  const { connection, state } = useApp();
  const { choices } = state;
  const { scope } = useScope();
  const [showMore, setShowMore] = useState(false);
  const [, setDefaultBudget] = usePreference('budgetTokens');
  const draft = usePackDraft(collection);
  const request = usePackRequest(collection);
  const pack = usePack(request);
  const { answer } = pack;
  const asking = useAsking(collection, request, answer);
  const answerPane = useRef<HTMLElement>(null);
  const canAsk = connection.isSinglePage === undefined;
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
            label={packWords.query}
            className={css.question}
            rows={1}
            placeholder={packWords.queryPlaceholder}
            value={request.query}
            onChange={(query) =>
              change(request.since === undefined ? { query, everything: false } : { reviewQuery: query })
            }
          />
          <BudgetBox value={request.budgetTokens} onChange={setBudget} />
          {scope === undefined ? <SelectionSelect collection={collection} /> : <PackScope collection={collection} />}
          {canAsk && asking.choice !== undefined && (
            <ModelPicker choice={asking.choice} onOther={() => asking.change({ isShown: true, isChoosing: true })} />
          )}
          <PackActions
            answer={answer}
            name={name}
            showsMore={showMore}
            onMore={() => setShowMore(!showMore)}
            onAsk={canAsk ? () => asking.askModel(request.query) : undefined}
            isAskFirst={asking.choice !== undefined}
            canAsk={request.query.trim() !== ''}
          />
        </div>
        {hasPack && <PackSummary pack={pack} budgetTokens={request.budgetTokens} onBudget={setBudget} />}
      </div>
      {showMore && <PackOptions collection={collection} request={request} onChange={change} />}
      <PackSince collection={collection} />
      <PackAlways collection={collection} request={request} answer={answer} />
      <UnsearchedCollections collections={answer?.leftOut} />
      <div className={hasPack ? css.panes : `${css.panes} ${css.single}`}>
        {hasPack && (
          <PackItems
            collectionId={collection.id}
            pack={pack}
            removed={draft.removed.length}
            onRemove={(key) => changePack(choices, collection, (now) => removeItem(now, key))}
            onRestore={() => change({ removed: NO_PACK.removed })}
          />
        )}
        <div className={css.right}>
          {canAsk && <PaneTabs state={asking} pane={answerPane} />}
          {canAsk && asking.asking.isShown ? (
            <AnswerPane collection={collection} request={request} state={asking} pane={answerPane} />
          ) : (
            <PackPreview collection={collection} pack={pack} request={request} onChange={change} />
          )}
        </div>
      </div>
    </div>
  );
}

interface PackSummaryProps {
  readonly pack: PackState;
  readonly budgetTokens: number;
  readonly onBudget: (tokens: number) => void;
}

/** One line: the contents, the matches that did not fit, and a budget that would fit them. */
function PackSummary({ pack, budgetTokens, onBudget }: PackSummaryProps) {
  const { answer, isWaiting } = pack;
  const numbers = answer === undefined ? undefined : describePack(answer, budgetTokens);
  const share = Math.min(1, (answer?.tokens ?? 0) / budgetTokens);
  return (
    <div className={css.summary}>
      {numbers?.filesMissing !== undefined && <FilesMissing numbers={numbers} onBudget={onBudget} />}
      <p role="status">
        {isWaiting && <span className={look.faint}>{packWords.making}</span>}
        {numbers !== undefined && (
          <>
            <strong>{numbers.contents}</strong>{' '}
            <span className={look.soft}>
              <Rest numbers={numbers} missing={answer?.account.missing ?? 0} onBudget={onBudget} />
            </span>
          </>
        )}
      </p>
      <div className={barCss.bar} aria-hidden>
        <div style={{ width: `${share * 100}%` }} />
      </div>
      {answer?.isIncomplete && <p className={look.notice}>{packWords.incomplete}</p>}
    </div>
  );
}

interface PartProps {
  readonly numbers: PackNumbers;
  readonly onBudget: (tokens: number) => void;
}

function FilesMissing({ numbers: { filesMissing, enoughTokens }, onBudget }: PartProps) {
  return (
    <p className={`${look.notice} ${look.row}`} role="status">
      <span>{filesMissing}</span>
      {enoughTokens !== undefined && (
        <Button label={packWords.raiseBudget(toBudgetText(enoughTokens))} onClick={() => onBudget(enoughTokens)} />
      )}
    </p>
  );
}

function Rest({ numbers, missing, onBudget }: PartProps & { readonly missing: number }) {
  const { enoughTokens } = numbers;
  return (
    <>
      {numbers.allIn}
      {numbers.missing}
      {numbers.missing !== undefined && enoughTokens !== undefined && (
        <>
          {'; '}
          <Button
            look="link"
            label={packWords.wouldFit(toBudgetText(enoughTokens), missing)}
            onClick={() => onBudget(enoughTokens)}
          />
        </>
      )}
      {numbers.missing !== undefined && '.'}
    </>
  );
}

interface PackActionsProps {
  readonly answer: PackAnswer | undefined;
  /** Name of the file it is saved as. */
  readonly name: string;
  readonly showsMore: boolean;
  readonly onMore: () => void;
  /** Absent where no model can be asked. */
  readonly onAsk: (() => void) | undefined;
  readonly canAsk: boolean;
  /** A model is chosen: asking it is what most people want then. */
  readonly isAskFirst: boolean;
}

function PackActions({ answer, name, showsMore, onMore, onAsk, canAsk, isAskFirst }: PackActionsProps) {
  const app = useApp();
  const text = answer !== undefined && answer.items.length > 0 ? answer.text : undefined;
  return (
    <div className={css.actions}>
      <Button
        className={css.more}
        aria-expanded={showsMore}
        aria-controls={showsMore ? 'pack-options' : undefined}
        onClick={onMore}
      >
        <span>{packWords.more}</span>
        <Icon name="down" size={16} />
      </Button>
      {onAsk !== undefined && (
        <Button look={isAskFirst ? 'primary' : 'plain'} label={askWords.ask} disabled={!canAsk} onClick={onAsk} />
      )}
      <Button
        look={isAskFirst ? 'plain' : 'primary'}
        label={packWords.copyPack}
        disabled={text === undefined}
        onClick={() => text !== undefined && void copyText(app, text, packWords.copied)}
      />
      <Button
        label={words.common.download}
        disabled={text === undefined}
        onClick={() => text !== undefined && saveBlob(new Blob([text], { type: 'text/plain' }), name)}
      />
      {typeof navigator.share === 'function' && text !== undefined && (
        <Button label={packWords.share} onClick={() => void share(text, name).catch(app.state.report)} />
      )}
    </div>
  );
}

async function share(text: string, title: string): Promise<void> {
  await navigator.share({ title, text }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });
}

interface PackPreviewProps {
  readonly collection: Collection;
  readonly pack: PackState;
  readonly request: PackRequest;
  readonly onChange: (part: Partial<PackDraft>) => void;
}

function PackPreview({ collection, pack, request, onChange }: PackPreviewProps) {
  const { answer, problem, isWaiting, isStopped } = pack;
  return (
    <section className={css.preview} aria-label={packWords.preview}>
      {pack.slowJobId !== undefined && <PackProgress jobId={pack.slowJobId} onStop={pack.stop} />}
      {isStopped && (
        <div className={`${look.notice} ${css.notice}`}>
          <p>{packWords.stopped}</p>
          <Button label={selectionsWords.pack} onClick={pack.makeAgain} />
        </div>
      )}
      {problem !== undefined && <p className={`${look.problem} ${css.notice}`}>{describeProblem(problem)}</p>}
      {request.options === undefined && (
        <Empty icon="pack" text={packWords.nothing}>
          <PackEverything collection={collection} budgetTokens={request.budgetTokens} onChange={onChange} />
          <CiteLink collectionId={collection.id} />
        </Empty>
      )}
      {answer !== undefined && !isWaiting && <PackText answer={answer} budgetTokens={request.budgetTokens} />}
    </section>
  );
}

function PackProgress({ jobId, onStop }: { readonly jobId: string; readonly onStop: () => void }) {
  const packing = useSignal(useApp().state.packing);
  const { done, total } = packing?.jobId === jobId ? packing : { done: 0, total: 0 };
  return (
    <div className={css.progress}>
      <ProgressBar label={packWords.making} value={done} max={total} />
      <Button label={words.common.cancel} onClick={onStop} />
    </div>
  );
}

/** A pack can be megabytes: the preview shows its beginning, and its end with the question. */
const HEAD_CHARS = 20_000;
const TAIL_CHARS = 1_000;

function PackText({ answer, budgetTokens }: { readonly answer: PackAnswer; readonly budgetTokens: number }) {
  const { text, items, account, isIncomplete } = answer;
  if (items.length === 0) {
    const noMatches = isIncomplete ? packWords.noMatchesYet : packWords.noMatches;
    return (
      <Empty icon="pack" text={account.missing === 0 ? noMatches : packWords.nothingFits(formatCount(budgetTokens))} />
    );
  }
  const hidden = text.length - HEAD_CHARS - TAIL_CHARS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className={css.text} tabIndex={0} translate="no">
      {hidden <= 0 ? text : text.slice(0, HEAD_CHARS)}
      {hidden > 0 && (
        <>
          <span className={css.cut}>{packWords.hidden(hidden)}</span>
          {text.slice(-TAIL_CHARS)}
        </>
      )}
    </pre>
  );
}

interface PackItemsProps {
  readonly collectionId: string;
  readonly pack: PackState;
  readonly removed: number;
  readonly onRemove: (key: string) => void;
  readonly onRestore: () => void;
}

/** Reasons of matches; other items fill the budget. */
const MATCHES: ReadonlySet<PackItem['why']> = new Set(['picked', 'hit', 'changed', 'uses']);

/** The contents of the pack, best first, each with its reason and its tokens. */
function PackItems({ collectionId, pack: { answer, isWaiting }, removed, onRemove, onRestore }: PackItemsProps) {
  const section = useRef<HTMLElement>(null);
  /** After a removal the other rows stay until the next pack is made, so that the focus stays in the list. */
  const [left, setLeft] = useState<{ readonly items: readonly PackItem[]; readonly at: number }>();
  const items = answer?.items ?? (isWaiting ? left?.items : undefined) ?? [];
  const remove = (at: number, key: string) => {
    setLeft({ items: items.filter((item) => item.key !== key), at });
    onRemove(key);
  };
  useEffect(() => {
    if (left !== undefined && document.activeElement === document.body) {
      const row = section.current?.querySelector(`[aria-posinset="${Math.min(left.at + 1, items.length)}"]`);
      (row?.querySelector('button') ?? section.current?.querySelector('h2'))?.focus();
    }
    if (answer !== undefined) setLeft(undefined);
  }, [left, answer, items.length]);
  return (
    <section className={css.items} aria-label={packWords.items} ref={section}>
      <div className={look.row}>
        <h2 tabIndex={-1}>{packWords.items}</h2>
        {removed > 0 && (
          <Button look="quiet" className={look.push} label={packWords.restore(removed)} onClick={onRestore} />
        )}
      </div>
      <VirtualList
        className={css.list}
        count={items.length}
        rowHeight={56}
        label={packWords.items}
        rowKey={(i) => items[i]?.key ?? i}
        renderRow={(i) => {
          const item = items[i];
          return item && <ItemRow collectionId={collectionId} item={item} onRemove={() => remove(i, item.key)} />;
        }}
      />
      {items.length > 0 && <p className={look.hint}>{packWords.refills}</p>}
      <CiteLink collectionId={collectionId} />
    </section>
  );
}

/** A link back to check the model's answer. */
function CiteLink({ collectionId }: { readonly collectionId: string }) {
  const { scope } = useScope();
  return (
    <a className={look.small} href={toHash({ place: 'cite', collectionId, scope })}>
      {words.places.cite}
    </a>
  );
}

interface RowProps {
  readonly collectionId: string;
  readonly item: PackItem;
  readonly onRemove: () => void;
}

function ItemRow({ collectionId, item, onRemove }: RowProps) {
  const { path, lines, label, why, tokens, collection = collectionId } = item;
  const collectionName = useCollectionNames().get(item.collection ?? '');
  const line = lines[0]?.[0] ?? 1;
  const place = why === 'outline' || lines[0] === undefined ? path : `${path}:${line}-${lines[0][1]}`;
  const name = toShortName(label || path, 200);
  return (
    <div className={css.item}>
      <a
        className={look.cut}
        href={toHash({ place: 'search', collectionId: collection, path, line, query: '' })}
        title={name}
      >
        {name}
      </a>
      <span className={MATCHES.has(why) ? `${css.why} ${css.match} ${look.small}` : `${css.why} ${look.small}`}>
        {packWords.reasons[why]}
      </span>
      <span className={`${look.aside} ${look.num}`}>{formatCount(tokens)}</span>
      <IconButton icon="close" label={packWords.remove(name)} onClick={onRemove} />
      <span className={`${look.aside} ${look.mono}`}>
        {collectionName !== undefined && <span className={look.origin}>{toShortName(collectionName, 24)}</span>}
        <MiddleText text={place} max={44} />
      </span>
    </div>
  );
}
