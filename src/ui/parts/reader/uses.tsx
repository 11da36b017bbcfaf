import { type RefObject, useEffect, useState } from 'react';
import type { FileReferences, ReferenceLine } from '../../../engine/contract.ts';
import type { Collection } from '../../../model/collection.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { useApp, useCommits } from '../../state/context.ts';
import { askFor, getSearch } from '../../state/get-search.ts';
import { togglePick } from '../../state/pack.ts';
import { currentRoute, navigate, type Route, toHash } from '../../state/route.ts';
import { useScope } from '../../state/scope.ts';
import { useSignal } from '../../state/signal.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { readerWords, usesWords } from '../../words/search.ts';
import { MiddleText } from '../controls/middle-text.tsx';
import { toPick } from './reader-head.tsx';
import * as css from './uses.module.css';

interface Props {
  readonly collection: Collection;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Where the selected word, or the name of a result, is defined and used. */
export function Uses({ collection, scroller }: Props) {
  const { usesOf } = useApp().state;
  const name = useSignal(usesOf);
  useEffect(() => {
    const take = () => {
      const selected = getSelection();
      const text = selected?.toString().trim() ?? '';
      if (NAME.test(text) && scroller.current?.contains(selected?.anchorNode ?? null)) usesOf.set(text);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const takeLater = () => {
      clearTimeout(timer);
      timer = setTimeout(take, SELECTING_MS);
    };
    document.addEventListener('selectionchange', takeLater);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', takeLater);
    };
  }, [usesOf, scroller]);
  if (name === undefined) return null;
  return <NameUses key={`${collection.id} ${name}`} collection={collection} name={name} />;
}

/** Short words are rarely names. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]{2,99}$/u;
const MAX_LINES = 200;
/** A selection grows letter by letter. */
const SELECTING_MS = 200;

function NameUses({ collection, name }: { readonly collection: Collection; readonly name: string }) {
  const app = useApp();
  const { connection, state } = app;
  const { engine } = connection;
  const { scope } = useScope();
  // Published collections send requests, so only a click starts them.
  const [isAsked, setAsked] = useState(collection.publishedAt === undefined);
  const [open, setOpen] = useState<'uses' | 'tests'>();
  const { value, problem } = useLoaded(
    () => (isAsked ? engine.listReferences(collection.id, name) : undefined),
    [engine, collection.id, name, isAsked],
    { version: useCommits(collection.id), onFailure: 'return' },
  );
  const rows = (value?.files ?? []).flatMap((file) => file.lines.map((at) => ({ file, at })));
  const definition = rows.find(({ at }) => at.what === 'definition');
  const tests = rows.filter(({ file }) => file.isTest);
  const search = getSearch(app, collection.id, scope);
  const addToPack = async () => {
    const { file, at } = definition ?? (rows[0] as UseRow);
    const found = await engine.findChunkAt(collection.id, file.path, at.line);
    if (found === undefined) return;
    togglePick(state.choices, collection, { pick: toPick(found.chunk), isIn: false });
    state.toasts.show(readerWords.added);
  };
  const toggle = (which: 'uses' | 'tests') => setOpen(open === which ? undefined : which);
  const shown = (open === 'tests' ? tests : rows).slice(0, MAX_LINES);
  return (
    <section className={css.uses} aria-label={usesWords.label(name)}>
      <div className={css.bar}>
        <code className={css.name}>{toVisibleName(name)}</code>
        {!isAsked && <Button look="quiet" label={usesWords.find} onClick={() => setAsked(true)} />}
        {problem !== undefined && <span role="status">{describeProblem(problem)}</span>}
        {definition !== undefined && (
          <Button
            look="quiet"
            label={usesWords.definition}
            onClick={() => navigate(toRoute(collection.id, definition))}
          />
        )}
        {value !== undefined && (
          <Button
            look="quiet"
            label={usesWords.uses(value.uses)}
            aria-expanded={open === 'uses'}
            onClick={() => toggle('uses')}
          />
        )}
        {tests.length > 0 && (
          <Button
            look="quiet"
            label={usesWords.tests(tests.length)}
            aria-expanded={open === 'tests'}
            onClick={() => toggle('tests')}
          />
        )}
        <Button
          look="quiet"
          label={usesWords.search}
          onClick={() => {
            search.setExact({});
            askFor(search, collection.id, name);
          }}
        />
        {rows.length > 0 && (
          <Button look="quiet" label={readerWords.addToPack} onClick={() => void addToPack().catch(state.report)} />
        )}
        <span className={look.push}>
          <IconButton icon="close" label={usesWords.close} onClick={() => state.usesOf.set(undefined)} />
        </span>
      </div>
      {open !== undefined && (
        <ul className={css.list}>
          {shown.map((row, i) => (
            <li key={`${row.file.path}:${row.at.line}`}>
              {shown[i - 1]?.file !== row.file && (
                <div className={css.file}>
                  <MiddleText text={row.file.path} />
                </div>
              )}
              <a className={css.line} href={toHash(toRoute(collection.id, row))}>
                <span className={css.number}>{row.at.line}</span>
                <span className={css.text}>{toVisibleName(row.at.text)}</span>
                <span className={css.what}>{usesWords.what[row.at.what]}</span>
              </a>
            </li>
          ))}
          {rows.length > MAX_LINES && (
            <li>
              <Button
                look="link"
                label={usesWords.listAll}
                onClick={() => {
                  search.setExact({ case: true, word: true });
                  askFor(search, collection.id, name);
                }}
              />
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

interface UseRow {
  readonly file: FileReferences;
  readonly at: ReferenceLine;
}

/** Keeps the query, so that the results stay next to the reader. */
function toRoute(collectionId: string, { file, at }: UseRow): Route {
  const route = currentRoute();
  const place = { collectionId, path: file.path, line: at.line };
  if (route.place !== 'search') return { place: 'search', query: '', ...place };
  const { chunk: _, chunkCollectionId, ...asked } = route;
  const isOther = collectionId !== route.collectionId;
  return {
    ...asked,
    ...place,
    collectionId: route.collectionId,
    ...(isOther ? { chunkCollectionId: collectionId } : {}),
  };
}
