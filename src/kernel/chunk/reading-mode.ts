import type { LeafInput } from '../contract.ts';

/** How the kernel reads a text; the numbers are shared with wasm/assembly/chunk/leaf.ts. */
export const MODE = { text: 0, markdown: 1, cuts: 2, spans: 3, whole: 4, mdx: 5 } as const;
export type Mode = (typeof MODE)[keyof typeof MODE];

export function toReadingMode({ path, kind, read }: LeafInput): Mode {
  if (read?.spans) return MODE.spans;
  if (read?.cuts) return MODE.cuts;
  if (kind !== 'markdown' && !read?.isMarkdown) return MODE.text;
  return isMdx(path) ? MODE.mdx : MODE.markdown;
}

export function isMdx(path: string): boolean {
  return /\.mdx$/i.test(path);
}
