import { formatCount } from '../text/format.ts';

/** The pages of a PDF as printed. */
export const pageWords = {
  page: (n: number) => `Page ${n}`,
  number: 'Page number',
  of: (n: number) => `of ${formatCount(n)}`,
  thumbnails: 'Thumbnails',
  larger: 'Zoom in',
  smaller: 'Zoom out',
  fit: 'Fit the width',
  percent: (share: number) => `${Math.round(100 * share)} %`,
  failed: "The pages of this document can't be drawn. Its text is under Read.",
  pageFailed: "This page can't be drawn. Its text is under Read.",
};
