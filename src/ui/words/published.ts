import { formatCount } from '../text/format.ts';

/** The pages of a published collection, and its preview; loaded with them. */
export const publishedWords = {
  contents: 'Contents',
  previous: 'Previous',
  next: 'Next',
  steps: 'Previous and next page',
  allFiles: (n: number) => (n === 1 ? 'Browse the file' : `Browse all ${formatCount(n)} files`),
  preview: (name: string, files: number) =>
    `This is a published collection: “${name}”, ${formatCount(files)} ${files === 1 ? 'file' : 'files'}. Start opens it without crawling.`,
  keep: 'Keep a copy for offline reading',
} as const;
