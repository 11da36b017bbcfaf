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
const COLLECTION_META = 'quire-collection';

/** Content of the page before the app starts, and without JavaScript. */
interface PublishedStart extends SiteFacts {
  /** HTML for readers without JavaScript. */
  readonly html: string;
  /** The address of the site, if the publisher gave it. */
  readonly address?: string | undefined;
}

/** Written for the collection, or not at all. The app has one too, about itself. */
const LLMS_TXT = 'llms.txt';
/** The text recognition: a published page imports nothing. */
const REQUESTED = 'assets/requested/';

/**
 * Copies the app, except for its `llms.txt`. Its page opens the collection next to it. The page of an encrypted collection says nothing about it:
 * it has no `start`.
 */
export async function writeApp(files: readonly AppFile[], sink: PublishSink, start?: PublishedStart): Promise<void> {
  for (const { path, bytes } of files) {
    if (path === LLMS_TXT || path.startsWith(REQUESTED)) continue;
    const raw = new Uint8Array(await bytes.arrayBuffer());
    const file = await sink.createFile();
    await file.write(path === 'index.html' ? toUtf8(toPublishedPage(fromUtf8(raw), start)) : raw);
    await file.finish(path);
  }
}

const LLMS_LINK = /^\s*<link [^>]*href="\.\/llms\.txt"[^>]*>\n/im;
const START = /<div id="root">[\s\S]*?<\/noscript>/;

/** Also converts the page of a published folder, which can publish the copies stored there. */
export function toPublishedPage(html: string, start?: PublishedStart): string {
  const meta = `<meta name="${COLLECTION_META}" content="${COLLECTION_FOLDER}">`;
  const named = html.includes(meta) ? html : html.replace(/<head[^>]*>/i, (head) => `${head}\n    ${meta}`);
  if (start === undefined) return named.replace(LLMS_LINK, '');
  const tags = toHeadTags({ title: start.name, description: start.description, address: start.address });
  const body = `<div id="root"><main class="loading"><p role="status">${cutLine(escapeHtml(start.name))}</p></main></div>\n<noscript><div class="plain-start"><p><small>For models: <a href="./llms.txt">llms.txt</a></small></p>${start.html}</div></noscript>`;
  return named
    .replace(/^\s*<meta (name="description"|property="og:[^>]*)[^>]*>\n/gim, '')
    .replace(/<title>[^<]*<\/title>/, () => tags)
    .replace(START, () => body);
}
