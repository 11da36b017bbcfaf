import { describe, expect, it } from 'vitest';
import { toSettings } from '../../../src/engine/to-settings.ts';
import { DEFAULT_SETTINGS } from '../../../src/model/settings.ts';

describe('toSettings', () => {
  it('applies the given values to the defaults', () => {
    expect(toSettings({ chunk_min_chars: 0, outline: 'none' })).toEqual({
      ...DEFAULT_SETTINGS,
      chunk_min_chars: 0,
      outline: 'none',
    });
  });

  it.each([
    ['an unknown name', { bogus: 1 }, 'bogus'],
    ['a size of zero', { chunk_max_chars: 0 }, 'chunk_max_chars'],
    ['a size beyond the limit of the kernel', { chunk_max_chars: 1e12 }, 'chunk_max_chars'],
    ['a fraction', { chunk_target_chars: 1.5 }, 'chunk_target_chars'],
    ['a text for a number', { max_file_bytes: '10' }, 'max_file_bytes'],
    ['an unknown choice', { outline: 'foo' }, 'outline'],
    ['a number for a switch', { stemming: 1 }, 'stemming'],
  ])('refuses %s and names the setting', (_, values, setting) => {
    expect(() => toSettings(values)).toThrow(
      expect.objectContaining({ code: 'engine/bad-settings', details: expect.objectContaining({ setting }) }),
    );
  });

  it.each([[null], [[]], ['{}']])('refuses %j: settings are an object', (values) => {
    expect(() => toSettings(values)).toThrow(expect.objectContaining({ code: 'engine/bad-settings' }));
  });
});
