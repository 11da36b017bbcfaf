import { createSignal } from './signal.ts';
import { readStored, writeStored } from './stored.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Shared with `public/theme.js`, which runs before the first paint. */
const KEY = 'quire.theme';

/** The theme in force: Settings show it, and the palette and a reset change it too. */
export const currentTheme = createSignal(readTheme());

function readTheme(): Theme {
  const value = readStored(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

export function applyTheme(theme: Theme): void {
  currentTheme.set(theme);
  const chosen = theme === 'system' ? undefined : theme;
  const { dataset } = document.documentElement;
  if (chosen === undefined) delete dataset.theme;
  else dataset.theme = chosen;
  writeStored(KEY, chosen);
}
