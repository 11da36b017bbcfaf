import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLOUR_NAMES } from '../../../../src/model/outputs/colours.ts';

const tokens = new Map(
  Array.from(
    readFileSync('src/ui/styles/tokens.css', 'utf8').matchAll(/(--[\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g),
    ([, name = '', light = '', dark = '']) => [name, [light, dark] as const],
  ),
);

/** Relative luminance, by WCAG. */
function toLuminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function toContrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [toLuminance(a), toLuminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colours of code', () => {
  const grounds = ['--paper', '--sheet', '--well', '--rubric-wash'];
  it.each(['light', 'dark'])('have enough contrast on every background of the reader, %s', (theme) => {
    const at = theme === 'light' ? 0 : 1;
    const weak = COLOUR_NAMES.flatMap((name) =>
      grounds.flatMap((ground) => {
        const ratio = toContrast(tokens.get(`--code-${name}`)?.[at] ?? '', tokens.get(ground)?.[at] ?? '');
        return ratio >= 4.5 ? [] : [`${name} on ${ground}: ${ratio.toFixed(2)}`];
      }),
    );
    expect(weak).toEqual([]);
  });
});
