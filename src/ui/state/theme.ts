import { readStored, writeStored } from './stored.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Shared with `public/theme.js`, which runs before the first paint. */
const KEY = 'quire.theme';

export function readTheme(): Theme {
  const value = readStored(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

export function applyTheme(theme: Theme): void {
  const chosen = theme === 'system' ? undefined : theme;
  const { dataset } = document.documentElement;
  if (chosen === undefined) delete dataset.theme;
  else dataset.theme = chosen;
  writeStored(KEY, chosen);
}
