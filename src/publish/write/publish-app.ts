import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import { COLLECTION_FOLDER } from '../format/layout.ts';
import type { PublishSink } from './block-writer.ts';

/** A file of the app, by its path relative to the page. */
export interface AppFile {
  readonly path: string;
  readonly bytes: Blob;
}

/** Meta tag that names the collection a page opens; only in the page of a published folder. */
export const COLLECTION_META = 'quire-collection';

/** Copies the app. Its page opens the collection next to it, and links to the plain pages, which an encrypted collection does not have. */
export async function writeApp(
  files: readonly AppFile[],
  sink: PublishSink,
  options: { readonly isSealed?: boolean } = {},
): Promise<void> {
  for (const { path, bytes } of files) {
    const raw = new Uint8Array(await bytes.arrayBuffer());
    const file = await sink.createFile();
    await file.write(path === 'index.html' ? toUtf8(toPublishedPage(fromUtf8(raw), options)) : raw);
    await file.finish(path);
  }
}

export function toPublishedPage(html: string, { isSealed = false } = {}): string {
  const meta = `<meta name="${COLLECTION_META}" content="${COLLECTION_FOLDER}">`;
  const noScript =
    '<noscript><p><a href="pages/index.html">All files as plain pages</a> · <a href="./llms.txt">llms.txt</a></p></noscript>';
  // A published page can publish the copies stored there.
  if (html.includes(meta)) return html;
  const named = html.replace(/<head[^>]*>/i, (head) => `${head}\n    ${meta}`);
  if (isSealed) return named;
  return named.replace(/<body[^>]*>/i, (body) => `${body}\n    ${noScript}`);
}
