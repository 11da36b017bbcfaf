import { useEffect } from 'react';
import { useApp } from '../../state/context.ts';
import { preferences } from '../../state/preferences.ts';
import { navigate } from '../../state/route.ts';
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
  useEffect(() => {
    let goUntil = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        state.dialog.set({ type: 'palette' });
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (!preferences.get().singleKeys || state.dialog.get() !== undefined) return;
      const place = GO[event.key as keyof typeof GO];
      if (Date.now() < goUntil && place !== undefined) {
        goUntil = 0;
        event.preventDefault();
        navigate(toRoute(place, collectionId));
        return;
      }
      if (event.key === 'g') goUntil = Date.now() + 1_500;
      else if (event.key === '?') state.dialog.set({ type: 'shortcuts' });
      else if (event.key === 'e') navigate(toRoute('export', collectionId));
      else if (event.key === '/') focus('#search-box');
      else if (event.key === 'j' || event.key === 'k') focus('.hit[tabindex="0"]');
      else if (event.key === 'y' || event.key === 'a')
        document.querySelector<HTMLElement>(`[data-key="${event.key}"]`)?.click();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [state, collectionId]);
}

function focus(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  if (element instanceof HTMLInputElement) element.select();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="tree"]',
    ) !== null
  );
}
