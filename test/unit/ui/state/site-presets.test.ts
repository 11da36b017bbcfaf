import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SITE_OPTIONS } from '../../../../src/model/site/site.ts';
import { deletePreset, followPresets, readPresets, savePreset } from '../../../../src/ui/state/site-presets.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

afterEach(() => vi.unstubAllGlobals());

const readStored = (): unknown[] => [...stored.values()].flatMap((text) => JSON.parse(text));
const slow = { ...DEFAULT_SITE_OPTIONS, maxPages: 40, maxRequestsPerSec: 0.5, refetch_hub_after: '6h' };

describe('presets of crawls', () => {
  it('are saved under a name, replaced under the same one, and deleted', () => {
    savePreset({ name: 'Slow', options: slow });
    savePreset({ name: 'All', options: { ...DEFAULT_SITE_OPTIONS, maxPages: 50_000 } });
    expect(savePreset({ name: 'Slow', options: { ...slow, maxPages: 50 } })).toEqual(readPresets());
    expect(readPresets().map(({ name, options }) => [name, options.maxPages])).toEqual([
      ['All', 50_000],
      ['Slow', 50],
    ]);
    deletePreset('All');
    expect(readStored()).toEqual([{ name: 'Slow', options: { ...slow, maxPages: 50 } }]);
  });

  it('replace an invalid value of an option by its default', () => {
    const odd = {
      maxPages: 'x',
      crawlType: 'all',
      scope: 'domain',
      globs: [1],
      allowQuery: 'yes',
      url: 'x',
      retries: 2,
    };
    stored.set('quire.site-presets', JSON.stringify([{ name: 'Odd', options: odd }, null, { name: 3 }, 'x']));
    expect(readPresets()).toEqual([{ name: 'Odd', options: { ...DEFAULT_SITE_OPTIONS, scope: 'domain', retries: 2 } }]);
    stored.set('quire.site-presets', '{}');
    expect(readPresets()).toEqual([]);
  });

  it('that this release cannot read are kept when another one is saved or deleted', () => {
    const later = { name: 'Later', options: null, steps: ['new'] };
    stored.set('quire.site-presets', JSON.stringify([later]));
    savePreset({ name: 'Slow', options: slow });
    expect(readPresets().map(({ name }) => name)).toEqual(['Slow']);
    deletePreset('Slow');
    expect(readStored()).toEqual([later]);
  });

  it('of another tab are kept when this one saves or deletes, and are known at once', () => {
    const tab = new EventTarget();
    vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab));
    vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab));
    let seen = readPresets();
    const stop = followPresets(() => {
      seen = readPresets();
    });
    savePreset({ name: 'Mine', options: slow });
    const [mine] = readStored();
    stored.set('quire.site-presets', JSON.stringify([mine, { name: 'Theirs', options: slow }]));
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'quire.site-presets' }));
    expect(seen.map(({ name }) => name)).toEqual(['Mine', 'Theirs']);
    savePreset({ name: 'Third', options: slow });
    expect(deletePreset('Mine').map(({ name }) => name)).toEqual(['Theirs', 'Third']);
    stop();
  });
});
