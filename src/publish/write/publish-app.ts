import { fromUtf8, toUtf8 } from '../../lib/bytes.ts';
import { COLLECTION_FOLDER } from '../format/layout.ts';
import type { SiteFacts } from '../format/manifest.ts';
import type { PublishSink } from './block-writer.ts';
import { cutLine, escapeHtml, toHeadTags } from './html-page.ts';

/** A file of the app, by its path relative to the page. */
export interface AppFile {
  readonly path: string;
  readonly bytes: Blob;
}

/** Meta tag that names the collection a page opens; only in the page of a published folder. */
export const COLLECTION_META = 'quire-collection';

/** Content of the page before the app starts, and without JavaScript. */
export interface PublishedStart extends SiteFacts {
  /** HTML for readers without JavaScript. */
  readonly html: string;
}

/** Copies the app. Its page opens the collection next to it. The page of an encrypted collection says nothing about it: it has no `start`. */
export async function writeApp(files: readonly AppFile[], sink: PublishSink, start?: PublishedStart): Promise<void> {
  for (const { path, bytes } of files) {
    const raw = new Uint8Array(await bytes.arrayBuffer());
    const file = await sink.createFile();
    await file.write(path === 'index.html' ? toUtf8(toPublishedPage(fromUtf8(raw), start)) : raw);
    await file.finish(path);
  }
}

const START = /<div id="root">[\s\S]*?<\/noscript>/;

/** Also converts the page of a published folder, which can publish the copies stored there. */
export function toPublishedPage(html: string, start?: PublishedStart): string {
  const meta = `<meta name="${COLLECTION_META}" content="${COLLECTION_FOLDER}">`;
  const named = html.includes(meta) ? html : html.replace(/<head[^>]*>/i, (head) => `${head}\n    ${meta}`);
  if (start === undefined) return named;
  const tags = toHeadTags(start.name, start.description ?? '');
  const body = `<div id="root"><main class="loading"><p role="status">${cutLine(escapeHtml(start.name))}</p></main></div>\n<noscript><main class="plain-start">${start.html}<p><small>For models: <a href="./llms.txt">llms.txt</a></small></p></main></noscript>`;
  return named
    .replace(/^\s*<meta (name="description"|property="og:[^>]*)[^>]*>\n/gim, '')
    .replace(/<title>[^<]*<\/title>/, () => tags)
    .replace(START, () => body);
}
