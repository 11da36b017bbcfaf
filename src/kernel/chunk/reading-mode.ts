import { toAsciiLower } from '../../lib/ascii.ts';
import type { LeafInput } from '../contract.ts';

/** How the kernel reads a text; numbers are known to wasm/assembly/chunk/leaf.ts. */
export const MODE = {
  text: 0,
  markdown: 1,
  json: 2,
  jsonLenient: 3,
  jsonLines: 4,
  notebook: 5,
  cuts: 6,
  whole: 7,
} as const;
export type Mode = (typeof MODE)[keyof typeof MODE];

/** Looks at the last two segments of the path only: another source in the collection changes the first. */
export function toReadingMode(input: LeafInput): Mode {
  if (input.read?.cuts) return MODE.cuts;
  if (input.kind === 'markdown') return MODE.markdown;
  if (input.kind === 'json') return toJsonMode(toAsciiLower(input.path));
  return MODE.text;
}

/** Files that by custom hold comments although their name ends in `.json`. */
const COMMENTED =
  /(^|\/)((ts|js)config[^/]*|\.eslintrc|\.babelrc|\.jshintrc|\.swcrc|devcontainer|api-extractor|\.vscode\/[^/]*)\.json$/;

function toJsonMode(path: string): Mode {
  if (/\.(jsonl|ndjson)$/.test(path)) return MODE.jsonLines;
  if (path.endsWith('.ipynb')) return MODE.notebook;
  if (/\.(jsonc|json5)$/.test(path) || COMMENTED.test(path)) return MODE.jsonLenient;
  return MODE.json;
}
