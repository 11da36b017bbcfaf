import { formatCount } from '../text/format.ts';

/** The first screen of a published collection, and its preview; loaded with them. */
export const publishedWords = {
  start: 'Start reading',
  contents: 'Contents',
  allFiles: (n: number) => `Browse all ${formatCount(n)} files`,
  preview: (name: string, files: number) =>
    `This is a published collection: “${name}”, ${formatCount(files)} files. Start opens it without crawling.`,
  keep: 'Keep a copy for offline reading',
} as const;
