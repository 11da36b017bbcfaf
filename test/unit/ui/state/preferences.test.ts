// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { createPreferences } from '../../../../src/ui/state/preferences.ts';

const KEY = 'quire.preferences';

beforeEach(() => localStorage.clear());

/** Sends the event that a browser sends to the tabs that did not write. */
const tellOtherTabs = (key: string | null = KEY) => dispatchEvent(new StorageEvent('storage', { key }));

it('a tab writes only the preference that it changed, and follows the changes of other tabs', () => {
  const [here, there] = [createPreferences(), createPreferences()];
  const stop = here.follow();
  there.set('packFormat', 'xml');
  here.set('budgetTokens', 8_000);
  expect(createPreferences().values.get()).toMatchObject({ packFormat: 'xml', budgetTokens: 8_000 });
  tellOtherTabs();
  expect(here.values.get()).toMatchObject({ packFormat: 'xml', budgetTokens: 8_000 });
  there.reset();
  tellOtherTabs(null);
  expect(here.values.get().budgetTokens).toBe(32_000);
  stop();
  there.set('budgetTokens', 16_000);
  tellOtherTabs();
  expect(here.values.get().budgetTokens).toBe(32_000);
});

it('a preference of a later release stays when another one is changed', () => {
  localStorage.setItem(KEY, JSON.stringify({ laterThing: 3, packFormat: 7 }));
  const { values, set } = createPreferences();
  expect(values.get().packFormat).toBe('markdown');
  set('singleKeys', false);
  expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ laterThing: 3, packFormat: 7, singleKeys: false });
});
