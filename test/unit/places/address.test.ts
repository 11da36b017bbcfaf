import { describe, expect, it } from 'vitest';
import {
  cutPlaces,
  decodeAddress,
  encodeAddress,
  parseAddress,
  toAddressText,
  toDisplayAddress,
  toRangeText,
} from '../../../src/places/address.ts';

describe('an address', () => {
  it.each(['p. 12', 'p. 3-7', 'slide 3', 'slides 3-7', 'ch. 2', 'Budget!2:51', 'Q1 (net)!2:2'])(
    '%s is read back',
    (text) => {
      const address = parseAddress(text);
      expect(address && toAddressText(address)).toBe(text);
    },
  );

  it('of another kind is left as it was written', () => {
    for (const text of ['$.services', '2:51', '[tool.poetry]']) expect(parseAddress(text)).toBeUndefined();
    expect(toDisplayAddress('$.a…$.f')).toBe('$.a…$.f');
  });

  it('of several places names the first and the last', () => {
    expect(toDisplayAddress('p. 3…p. 5')).toBe('p. 3-5');
    expect(toDisplayAddress('Budget!2:51…Costs!2:9')).toBe('Budget!2:51 to Costs!2:9');
    expect(toRangeText('Budget!2:51', 'Budget!52:90')).toBe('Budget!2:90');
    expect(toRangeText('p. 1-3', 'p. 28')).toBe('p. 1-28');
  });
});

describe('places of a chunk', () => {
  const places = [
    { line: 10, address: 'p. 1' },
    { line: 22, address: 'p. 2' },
    { line: 40, address: 'p. 3' },
  ];

  it('are stored in one string and read back', () => {
    const stored = encodeAddress('p. 1…p. 3', 10, places);
    expect(decodeAddress(stored, 10)).toEqual({ address: 'p. 1…p. 3', places });
    expect(decodeAddress('p. 1…p. 3', 10)).toEqual({ address: 'p. 1…p. 3' });
    expect(decodeAddress('p. 1\u001fbroken', 10)).toEqual({ address: 'p. 1\u001fbroken' });
  });

  it('are cut with its lines', () => {
    const chunk = { address: 'p. 1…p. 3', places };
    expect(cutPlaces(chunk, [12, 21])).toEqual({ address: 'p. 1' });
    expect(cutPlaces(chunk, [30, 50])).toEqual({
      address: 'p. 2…p. 3',
      places: [
        { line: 30, address: 'p. 2' },
        { line: 40, address: 'p. 3' },
      ],
    });
  });
});
