import { fromBase64 } from '../../lib/bytes.ts';

/** Address of the collection in a single page. Nothing is ever requested from it: the domain `invalid` does not exist. */
export const PAGE_ADDRESS = 'https://page.invalid/collection/';

/** Beginning of every single page. */
export const PAGE_START = '<!doctype html>\n<html lang="en" data-quire-page="1">';

/** Ids of the elements with the app and the kernel, and of the last element, without which the page was cut off. */
export const PAGE_IDS = { app: 'quire-app', kernel: 'quire-kernel', end: 'quire-end' } as const;

export async function isSinglePage(file: Blob): Promise<boolean> {
  return (await file.slice(0, PAGE_START.length).text()) === PAGE_START;
}

/** Returns a reader of the collection's files in the text of a single page. Undefined if the page was cut off. */
export function readPageFiles(html: string): ((name: string) => Uint8Array | undefined) | undefined {
  if (!html.includes(`id="${PAGE_IDS.end}"`)) return undefined;
  const texts = new Map<string, string>();
  for (const [, name = '', text = ''] of html.matchAll(/<script type="text\/plain" data-file="([\w.-]+)">([^<]*)</g))
    texts.set(name, text);
  return (name) => fromBase64(texts.get(name) ?? '!');
}
