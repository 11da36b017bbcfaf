import { toUtf8 } from '../lib/bytes.ts';

/** A picture in shades of grey, one byte for each pixel, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** Dots per inch, if known. */
  readonly dpi?: number;
}

/** Converts pixels of a canvas, drawn on white. */
export function toPicture({ width, height, data }: ImageData, dpi?: number): Picture {
  const pixels = new Uint8Array(width * height);
  // Weights of ITU-R BT.601, in 256ths.
  for (let i = 0, at = 0; i < pixels.length; i++, at += 4)
    pixels[i] = ((data[at] as number) * 77 + (data[at + 1] as number) * 150 + (data[at + 2] as number) * 29 + 128) >> 8;
  return { width, height, pixels, ...(dpi === undefined ? {} : { dpi }) };
}

/** Turns the picture clockwise by quarter turns. */
export function turnPicture(picture: Picture, turns: number): Picture {
  let turned = picture;
  for (let i = 0; i < turns; i++) turned = turnOnce(turned);
  return turned;
}

function turnOnce({ width, height, pixels, ...facts }: Picture): Picture {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + height - 1 - y] = pixels[from++] as number;
  return { ...facts, width: height, height: width, pixels: turned };
}

/** Difference of shades between paper and ink; shadows and the grain of a scan have less. */
const INK_SHADES = 48;
/** Fewer pixels of ink are specks: a full stop at 200 dpi has about 20, the smallest word 200. */
const MIN_INK_PIXELS = 120;
/** Smaller pictures are icons. */
const MIN_SIDE = 24;

/** Whether the picture has too little ink for a word. The commonest shade is the paper. */
export function isBlank({ width, height, pixels }: Picture): boolean {
  if (width < MIN_SIDE || height < MIN_SIDE) return true;
  const counts = new Uint32Array(256);
  for (const shade of pixels) counts[shade] = (counts[shade] as number) + 1;
  const paper = counts.indexOf(Math.max(...counts));
  let ink = 0;
  for (const [shade, count] of counts.entries()) if (Math.abs(shade - paper) >= INK_SHADES) ink += count;
  return ink < MIN_INK_PIXELS;
}

/** Encodes the picture as PGM, which Tesseract reads without a decoder. */
export function toPgm({ width, height, pixels }: Picture): Uint8Array {
  const head = toUtf8(`P5 ${width} ${height} 255\n`);
  const bytes = new Uint8Array(head.length + pixels.length);
  bytes.set(head);
  bytes.set(pixels, head.length);
  return bytes;
}
