import type { Locator } from '@playwright/test';

interface Ink {
  /** Share of dark pixels of the page under a mark. */
  readonly inside: number;
  /** The same left and right of it, in the space between two words. */
  readonly edges: number;
}

/** Looks at the pixels of a drawn page under a mark, which shows whether the mark lies over words. */
export function readInk(mark: Locator): Promise<Ink> {
  return mark.evaluate((element) => {
    const sheet = element.closest('[data-page]') as HTMLElement;
    const canvas = sheet.querySelector('canvas') as HTMLCanvasElement;
    const perPx = canvas.width / sheet.getBoundingClientRect().width;
    const { left, top } = sheet.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
    context.drawImage(canvas, 0, 0);
    const share = (x: number, width: number): number => {
      const at = [x - left, box.top - top, width, box.height].map((value) => Math.round(value * perPx));
      const [fromX = 0, fromY = 0, wide = 0, high = 0] = at;
      const { data } = context.getImageData(fromX, fromY, Math.max(1, wide), Math.max(1, high));
      let dark = 0;
      for (let i = 0; i < data.length; i += 4)
        if ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0) < 384) dark++;
      return (4 * dark) / data.length;
    };
    const gap = box.height / 12;
    return {
      inside: share(box.left, box.width),
      edges: Math.max(share(box.left - 1.5 * gap, gap), share(box.right + gap / 2, gap)),
    };
  });
}
