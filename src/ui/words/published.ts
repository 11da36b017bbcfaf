import { formatCount } from '../text/format.ts';

/** The first screen of a published collection; loaded with it. */
export const publishedWords = {
  start: 'Start reading',
  contents: 'Contents',
  allFiles: (n: number) => `Browse all ${formatCount(n)} files`,
  keep: 'Keep a copy for offline reading',
} as const;
