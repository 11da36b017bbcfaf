import { formatCount } from '../text/format.ts';

/** The first screen of a published collection, and its preview; loaded with them. */
export const publishedWords = {
  start: 'Start reading',
  contents: 'Contents',
  allFiles: (n: number) => (n === 1 ? 'Browse the file' : `Browse all ${formatCount(n)} files`),
  preview: (name: string, files: number) =>
    `This is a published collection: “${name}”, ${formatCount(files)} ${files === 1 ? 'file' : 'files'}. Start opens it without crawling.`,
  keep: 'Keep a copy for offline reading',
} as const;
