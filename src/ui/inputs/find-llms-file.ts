import { isLlmsFullName } from '../../site/llms-name.ts';
import type { SourceInput } from '../../sources/contract.ts';
import { loadToUrl } from './take-drop.ts';

/** A single llms file that was dropped or chosen; it can be imported as pages instead of a text. */
export interface LlmsFile {
  readonly file: File;
  /** True when it contains pages; false when it lists the pages of a site. */
  readonly isFull: boolean;
}

export function findLlmsFile(inputs: readonly SourceInput[]): LlmsFile | undefined {
  const file = findOnlyFile(inputs);
  return file && /^llms[\w.-]*\.txt$/i.test(file.name) ? { file, isFull: isLlmsFullName(file.name) } : undefined;
}

function findOnlyFile([input, ...others]: readonly SourceInput[]): File | undefined {
  return input?.type === 'files' && input.files.length + others.length === 1 ? input.files[0]?.file : undefined;
}

/** Larger than any list typed by hand; a larger text is not checked for addresses. */
const MAX_LIST_BYTES = 1_000_000;
const LIST_NAME = /\.(?:txt|list|urls|csv|tsv)$/i;

/** Returns the addresses, one per line, of a single dropped file that contains hardly anything else; undefined for another text. */
export async function findAddressList(inputs: readonly SourceInput[]): Promise<string | undefined> {
  const file = findOnlyFile(inputs);
  if (!file || !LIST_NAME.test(file.name) || file.size > MAX_LIST_BYTES) return undefined;
  const toUrl = await loadToUrl();
  const { url } = toUrl(await file.text());
  return url?.includes('\n') ? url : undefined;
}

const HEAD_BYTES = 200_000;

/** Guesses the site from the first address in the file, for the user to confirm; empty when the file has none. */
export async function guessOrigin(file: Blob): Promise<string> {
  const head = await file.slice(0, HEAD_BYTES).text();
  const url = /https?:\/\/[^\s)>\]"'`]+/i.exec(head)?.[0] ?? '';
  return URL.canParse(url) ? new URL(url).origin : '';
}
