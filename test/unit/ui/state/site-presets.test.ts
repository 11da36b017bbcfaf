import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SITE_OPTIONS } from '../../../../src/model/site/site.ts';
import { createSignal } from '../../../../src/ui/state/signal.ts';
import { deletePreset, type SitePreset, savePreset, toPresets } from '../../../../src/ui/state/site-presets.ts';

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
  const presets = createSignal<readonly SitePreset[]>([]);
  it('are saved under a name, replaced under the same one, and deleted', () => {
    expect(savePreset(presets, '  ', slow)).toBe(false);
    savePreset(presets, ' Slow ', slow);
    savePreset(presets, 'All', { ...DEFAULT_SITE_OPTIONS, maxPages: 50_000 });
    savePreset(presets, 'Slow', { ...slow, maxPages: 50 });
    expect(presets.get().map(({ name, options }) => [name, options.maxPages])).toEqual([
      ['All', 50_000],
      ['Slow', 50],
    ]);
    deletePreset(presets, 'All');
    expect(readStored()).toEqual([{ name: 'Slow', options: { ...slow, maxPages: 50 } }]);
  });

  it('of another tab are not lost when one is saved here', () => {
    savePreset(presets, 'Here', slow);
    const [key] = [...stored.keys()] as [string];
    stored.set(key, JSON.stringify([...readStored(), { name: 'There', options: slow }]));
    savePreset(presets, 'Here too', slow);
    expect(presets.get().map(({ name }) => name)).toEqual(['Here', 'Here too', 'There']);
  });

  it('replace an invalid value of an option by its default', () => {
    const odd = { maxPages: 0, crawlType: 'all', scope: 'domain', globs: [1], allowQuery: 'yes', url: 'x', retries: 2 };
    expect(toPresets([{ name: 'Odd', options: odd }, null, { name: 3 }, 'x'])).toEqual([
      { name: 'Odd', options: { ...DEFAULT_SITE_OPTIONS, scope: 'domain', retries: 2 } },
    ]);
    expect(toPresets({})).toEqual([]);
  });
});
