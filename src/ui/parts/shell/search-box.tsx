import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { Collection } from '../../../model/collection.ts';
import { IconButton } from '../../kit/button.tsx';
import { isNarrow } from '../../kit/hooks.ts';
import { Icon } from '../../kit/icon.tsx';
import { useApp } from '../../state/context.ts';
import { chooseFacets, getSearch } from '../../state/get-search.ts';
import {
  type Asked,
  currentRoute,
  navigate,
  navigateTyped,
  type Scope,
  toChoice,
  toGroupName,
  useRoute,
} from '../../state/route.ts';
import { readGroups, useScope } from '../../state/scope.ts';
import { isSameChoice, type Search, toAsked } from '../../state/search.ts';
import { useSignal } from '../../state/signal.ts';
import { useIsSite } from '../../state/use-current-collection.ts';
import { words } from '../../words/words.ts';
import * as css from './search-box.module.css';

/** The address is updated when typing pauses: browsers limit how often it may change. */
const ADDRESS_MS = 400;

export function SearchBox({ collection }: { readonly collection: Collection }) {
  const app = useApp();
  const { scope, canChoose } = useScope();
  const search = getSearch(app, collection.id, scope);
  const { text, choice } = useSignal(search.view);
  const route = useRoute();
  const { searchBox: input, activeHit, wantsHit } = app.state.elements;
  useAddressLater(collection.id, search, text);
  const isHere = route.place === 'search' || route.place === 'home';
  // Its keys scroll the page.
  const isBook = useIsSite() && text === '';

  /** Focused by the page: a slash is the key that focuses the box, not the start of a regular expression. */
  const isGiven = useRef(false);
  // The box writes its text to the address. An address with another query came from elsewhere, such as the palette, and replaces the text.
  useEffect(() => {
    const query = route.place === 'home' ? '' : route.place === 'search' ? route.query : undefined;
    if (query === undefined || query === search.view.get().text) return;
    search.setText(query);
  }, [route, search]);
  useFollowChoice(search);
  useEffect(() => {
    // On a phone, the keyboard would cover half of the page.
    if (!isHere || isNarrow() || isBook) return;
    // Focus needs the layout, which would make one long task with the first render of the screen.
    const frame = requestAnimationFrame(() => {
      input.current?.focus({ preventScroll: true });
      isGiven.current = true;
    });
    return () => cancelAnimationFrame(frame);
  }, [input, isHere, isBook]);

  const type = (value: string) => {
    wantsHit.current = false;
    search.setText(value, { typing: true });
    // A pause would show another page than the one that was open before the query.
    if (value === '') writeAddress(collection.id, search);
    if (!isHere) navigate({ place: 'search', collectionId: collection.id, ...toAsked(search.view.get()) });
  };
  const onInput = useEffectEvent(type);
  // Speech control and other helpers set the value and fire `input`; React sees no change and fires no event.
  useEffect(() => {
    const element = input.current;
    const take = () => element !== null && element.value !== search.view.get().text && onInput(element.value);
    element?.addEventListener('input', take);
    return () => element?.removeEventListener('input', take);
  }, [input, search]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === '/' && isGiven.current && text === '') event.preventDefault();
    isGiven.current = false;
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      wantsHit.current = search.view.get().isWaiting || activeHit.current === null;
      if (!wantsHit.current) activeHit.current?.focus();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      if (text !== '') type('');
      else if (isSameChoice(choice, {})) input.current?.blur();
      else chooseFacets(search, collection.id, {});
    }
  };
  const group = toGroupName(scope);
  const where =
    scope === undefined ? undefined : group === undefined ? words.scope.search : words.scope.searchIn(group);
  return (
    <search className={canChoose ? `${css.box} ${css.withScope}` : css.box}>
      <Icon name="search" size={18} />
      <input
        ref={input}
        type="search"
        aria-label={words.searchBox.label}
        aria-description={where}
        placeholder={where ?? words.searchBox.label}
        aria-keyshortcuts="/"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onPointerDown={() => {
          isGiven.current = false;
        }}
        onBlur={() => {
          isGiven.current = false;
          wantsHit.current = false;
        }}
      />
      {canChoose && <ScopeSwitch collectionId={collection.id} asked={toAsked({ text, choice })} scope={scope} />}
      {text === '' ? (
        <kbd aria-hidden>/</kbd>
      ) : (
        <IconButton
          icon="close"
          label={words.searchBox.clear}
          onClick={() => {
            type('');
            input.current?.focus();
          }}
        />
      )}
    </search>
  );
}

/** Writes the address when typing pauses, and before a link is followed, so that Back returns to the query. */
function useAddressLater(collectionId: string, search: Search, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits again after each change of the text
  useEffect(() => {
    const write = () => writeAddress(collectionId, search);
    const timer = setTimeout(write, ADDRESS_MS);
    // A box that is rendered between its click and its change would lose its new state, so not before clicks on others.
    const writeBefore = ({ target }: Event) => target instanceof Element && target.closest('a, button') && write();
    addEventListener('click', writeBefore, { capture: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('click', writeBefore, { capture: true });
    };
  }, [collectionId, search, text]);
}

/** Does nothing when another collection was opened in the meantime. */
function writeAddress(collectionId: string, search: Search): void {
  const route = currentRoute();
  const asked = toAsked(search.view.get());
  if (route.place !== 'search' && route.place !== 'home') return;
  if (asked.query === (route.place === 'search' ? route.query : '')) return;
  if (route.place === 'search' && (route.collectionId !== collectionId || route.scope !== asked.scope)) return;
  navigateTyped({ place: 'search', collectionId, ...asked });
}

/** Applies the filters of the address, after a link, a reload or Back. */
function useFollowChoice(search: Search): void {
  const route = useRoute();
  useEffect(() => {
    if (route.place !== 'search' && route.place !== 'home') return;
    search.setChoice(route.place === 'search' ? toChoice((key) => route[key]) : {});
    search.setSort(route.place === 'search' ? route.sort : undefined);
  }, [route, search]);
}

/** The option that opens the dialog of groups. */
const CHOOSE = '…';

interface Props {
  readonly collectionId: string;
  readonly asked: Asked;
  readonly scope: Scope;
}

/** Sends the same query to all collections, some, or back to the open one. Drops filters: folders and sources belong to one scope. */
function ScopeSwitch({ collectionId, asked, scope }: Props) {
  const app = useApp();
  const change = (next: Scope) => {
    const search = getSearch(app, collectionId, next);
    search.setChoice({});
    search.setText(asked.query);
    navigate({ place: 'search', collectionId, query: asked.query, scope: next });
  };
  const group = toGroupName(scope);
  const isOne = scope === undefined;
  return (
    <span className={isOne ? css.scope : `${css.scope} ${css.all}`}>
      <span aria-hidden className={css.wideOnly}>
        {isOne ? words.scope.one : (group ?? words.scope.all)}
      </span>
      <span aria-hidden className={css.narrowOnly}>
        {isOne ? words.scope.shortOne : (group ?? words.scope.short)}
      </span>
      <Icon name="down" size={14} />
      <select
        aria-label={words.scope.label}
        value={scope ?? ''}
        onChange={({ target: { value } }) => {
          if (value === CHOOSE) app.state.dialog.set({ type: 'group', collectionId, query: asked.query, scope });
          else change(value === '' ? undefined : (value as Scope));
        }}
      >
        <option value="">{words.scope.one}</option>
        <option value="all">{words.scope.all}</option>
        {readGroups().map(({ name }) => (
          <option key={name} value={`in:${name}`}>
            {name}
          </option>
        ))}
        <option value={CHOOSE}>{words.scope.choose}</option>
      </select>
    </span>
  );
}
