import { expect, it } from 'vitest';
import { isBlank, type Picture, toPgm, turnPicture } from '../../../src/ocr/picture.ts';
import { parseTsv } from '../../../src/ocr/recogniser.ts';

const toRow = (...fields: readonly (string | number)[]): string => fields.join('\t');

it('lines have their words, their place in thousandths of the page, and their confidence; lines of texture are left out', () => {
  const tsv = [
    toRow(4, 1, 1, 1, 1, 0, 100, 40, 300, 20, -1, ''),
    toRow(5, 1, 1, 1, 1, 1, 100, 40, 100, 20, 90, 'Two'),
    toRow(5, 1, 1, 1, 1, 2, 220, 42, 180, 20, 80, 'words'),
    toRow(5, 1, 1, 1, 2, 1, 100, 80, 50, 20, 70, 'more'),
    toRow(5, 1, 2, 1, 1, 1, 0, 0, 5, 5, 12, '|~'),
  ].join('\n');
  const { lines, confidence } = parseTsv(tsv, { width: 1000, height: 200 });
  expect(lines).toEqual([
    { text: 'Two words', box: [100, 200, 400, 310], confidence: 84, beginsParagraph: true },
    { text: 'more', box: [100, 400, 150, 500], confidence: 70 },
  ]);
  expect(confidence).toBe(79);
});

it('words of Chinese and Japanese are joined without spaces', () => {
  const row = (word: number, text: string) => toRow(5, 1, 1, 1, 1, word, 0, 0, 9, 9, 90, text);
  expect(
    parseTsv([row(1, '東京'), row(2, 'で'), row(3, 'PDF')].join('\n'), { width: 9, height: 9 }).lines[0]?.text,
  ).toBe('東京で PDF');
});

const picture = (width: number, height: number, dark: (x: number, y: number) => boolean): Picture => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, i) => (dark(i % width, Math.floor(i / width)) ? 20 : 240)),
});

it('a page without a word of ink is blank, in the dark mode of a screen too', () => {
  expect(isBlank(picture(200, 100, () => false))).toBe(true);
  expect(isBlank(picture(200, 100, (x, y) => x < 5 && y < 5))).toBe(true);
  expect(isBlank(picture(200, 100, (x, y) => x < 20 && y < 20))).toBe(false);
  expect(isBlank(picture(200, 100, () => true))).toBe(true);
  expect(isBlank(picture(200, 100, (x, y) => x >= 20 || y >= 20))).toBe(false);
});

it('a quarter turn moves the top left corner to the top right, and four turns change nothing', () => {
  const corner = picture(30, 40, (x, y) => x === 0 && y === 0);
  const turned = turnPicture(corner, 1);
  expect([turned.width, turned.height, turned.pixels.indexOf(20)]).toEqual([40, 30, 39]);
  expect(turnPicture(corner, 4)).toEqual(corner);
  expect(Buffer.from(toPgm(turned)).subarray(0, 13).toString('latin1')).toBe('P5 40 30 255\n');
});
