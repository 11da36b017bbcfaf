import { useRef } from 'react';
import { useWindowEvent } from '../../kit/hooks.ts';
import { useApp } from '../../state/context.ts';
import { navigate } from '../../state/route.ts';
import { currentScope } from '../../state/scope/all-collections.ts';
import { useCurrentCollection } from '../../state/use-current-collection.ts';
import { toRoute } from './rail.tsx';

const GO = {
  s: 'search',
  f: 'files',
  p: 'pack',
  e: 'export',
  j: 'jobs',
  c: 'changes',
  l: 'library',
} as const;

/** Keyboard shortcuts of the app. Single keys do nothing while typing, and can be switched off. */
export function useShortcuts(): void {
  const { state } = useApp();
  const collectionId = useCurrentCollection()?.id;
  const { searchBox, activeHit, copyChunk, addToPack } = state.elements;
  const goUntil = useRef(0);
  const go = (place: Parameters<typeof toRoute>[0]) =>
    navigate(toRoute(place, collectionId, { query: '', scope: currentScope(state) }));
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      state.dialog.set({ type: 'palette' });
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (!state.preferences.values.get().singleKeys || state.dialog.get() !== undefined) return;
    const place = GO[event.key as keyof typeof GO];
    if (Date.now() < goUntil.current && place !== undefined) {
      goUntil.current = 0;
      go(place);
    } else if (event.key === 'g') goUntil.current = Date.now() + 1_500;
    else if (event.key === '?') state.dialog.set({ type: 'shortcuts' });
    else if (event.key === 'e') go('export');
    else if (event.key === '/') {
      searchBox.current?.focus();
      searchBox.current?.select();
    } else if (event.key === 'j' || event.key === 'k') activeHit.current?.focus();
    else if (event.key === 'y') copyChunk.current?.click();
    else if (event.key === 'a') addToPack.current?.click();
    else return;
    event.preventDefault();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="tree"]',
    ) !== null
  );
}
