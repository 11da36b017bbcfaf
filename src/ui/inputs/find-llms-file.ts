import { isLlmsFullName } from '../../model/site/llms-name.ts';
import type { SourceInput } from '../../sources/contract.ts';
import { toUrl } from './take-drop.ts';

/** A single llms file that was dropped or chosen: it can be more than a text. */
export interface LlmsFile {
  readonly file: File;
  /** It holds pages; else it lists the pages of a site. */
  readonly isFull: boolean;
}

export function findLlmsFile(inputs: readonly SourceInput[]): LlmsFile | undefined {
  const only = inputs.length === 1 ? inputs[0] : undefined;
  const [first, ...others] = only?.type === 'files' ? only.files : [];
  if (!first || others.length > 0 || !/^llms[\w.-]*\.txt$/i.test(first.file.name)) return undefined;
  return { file: first.file, isFull: isLlmsFullName(first.file.name) };
}

/** What somebody saved by hand; a larger text is not looked into before it is read. */
const MOST_LIST_BYTES = 1_000_000;
const LIST_NAME = /\.(?:txt|list|urls|csv|tsv)$/i;

/** The addresses, a line each, of a single dropped file that holds hardly anything else; undefined when it is another text. */
export async function findAddressList(inputs: readonly SourceInput[]): Promise<string | undefined> {
  const only = inputs.length === 1 ? inputs[0] : undefined;
  const [first, ...others] = only?.type === 'files' ? only.files : [];
  if (!first || others.length > 0 || !LIST_NAME.test(first.file.name) || first.file.size > MOST_LIST_BYTES)
    return undefined;
  const { url } = toUrl(await first.file.text());
  return url?.includes('\n') ? url : undefined;
}

const HEAD_BYTES = 200_000;

/** The origin that the file names first; empty when it names none. A guess for the person to confirm. */
export async function guessOrigin(file: Blob): Promise<string> {
  const head = await file.slice(0, HEAD_BYTES).text();
  const url = /https?:\/\/[^\s)>\]"'`]+/i.exec(head)?.[0] ?? '';
  return URL.canParse(url) ? new URL(url).origin : '';
}
