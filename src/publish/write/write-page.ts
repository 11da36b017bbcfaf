import { fromUtf8, toBase64, toUtf8 } from '../../lib/bytes.ts';
import { gunzip, gzip } from '../../lib/deflate.ts';
import { AppError } from '../../model/app-error.ts';
import type { Sha256 } from '../contract.ts';
import { COLLECTION_FOLDER } from '../format/layout.ts';
import { PAGE_IDS, PAGE_START } from '../format/single-page.ts';
import { toHeadTags } from './html-page.ts';
import type { AppFile } from './publish-app.ts';

interface PageInput {
  readonly name: string;
  readonly description?: string;
  readonly app: readonly AppFile[];
  /** Files below `collection/`, by path. */
  readonly files: ReadonlyMap<string, Blob>;
}

/** Bytes of one step of base64: a multiple of three, so that the texts can be joined. */
const STEP_BYTES = 3_000_000;

/** Yields one HTML page with the app and a collection. It fetches nothing, and its policy allows only its own scripts, by their hashes. */
export async function* writePage({ name, description, app, files }: PageInput, sha256: Sha256): AsyncGenerator<string> {
  const read = async (pattern: RegExp): Promise<Uint8Array> => {
    const file = app.find(({ path }) => pattern.test(path));
    if (file === undefined)
      throw new AppError('publish/app-missing', 'a file of the app is not there', { file: pattern.source });
    return new Uint8Array(await file.bytes.arrayBuffer());
  };
  const script = await read(/(^|\/)page-[\w-]+\.js$/);
  const theme = fromUtf8(await read(/^theme\.js$/));
  const styles = [await read(/^pressable\.css$/), await read(/(^|\/)style-[\w-]+\.css$/)].map(fromUtf8);
  const allow = (texts: readonly (string | Uint8Array)[]): string =>
    texts.map((text) => `'sha256-${toBase64(sha256(typeof text === 'string' ? toUtf8(text) : text))}'`).join(' ');
  yield `${PAGE_START}
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${allow([theme, LOADER, script])} 'wasm-unsafe-eval'; style-src ${allow(styles)}; worker-src blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types default quire-page">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
${toHeadTags({ title: name, description })}
<script>${theme}</script>
<style id="react-aria-pressable-style">${styles[0]}</style>
<style>${styles[1]}</style>
<script>${LOADER}</script>
</head>
<body>
<div id="root"><main class="loading"><p role="status">Starting the engine…</p></main></div>
<noscript>This page searches its files inside the browser, so it needs JavaScript.</noscript>
`;
  yield `<script type="text/plain" id="${PAGE_IDS.app}">${toBase64(gzip(script))}</script>\n`;
  yield `<script type="text/plain" id="${PAGE_IDS.kernel}">${toBase64(gzip(toPlain(await read(/kernel\.simd-[\w-]+\.wasm$/))))}</script>\n`;
  for (const [path, blob] of files) {
    yield `<script type="text/plain" data-file="${path.slice(COLLECTION_FOLDER.length)}">`;
    for (let at = 0; at < blob.size; at += STEP_BYTES)
      yield toBase64(new Uint8Array(await blob.slice(at, at + STEP_BYTES).arrayBuffer()));
    yield '</script>\n';
  }
  yield `<meta id="${PAGE_IDS.end}">\n</body>\n</html>\n`;
}

/** The app's own copy of the kernel is packed by other means, and a page is the same wherever it was made [E2]. */
function toPlain(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzip(bytes) : bytes;
}

/** Runs the app once the whole page is there. The policy refuses an app with another hash; the checksum of gzip finds a damaged one first. */
const LOADER = `addEventListener('DOMContentLoaded', async () => {
  const refuse = () => { document.getElementById('root').textContent = 'This page is incomplete or was changed. Ask for the file again.'; };
  addEventListener('securitypolicyviolation', refuse);
  try {
    if (!document.getElementById('${PAGE_IDS.end}')) throw 0;
    const bytes = Uint8Array.from(atob(document.getElementById('${PAGE_IDS.app}').textContent), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const text = await new Response(stream).text();
    const policy = globalThis.trustedTypes?.createPolicy('quire-page', { createScript: (code) => code });
    const script = document.createElement('script');
    script.id = 'quire-script';
    script.textContent = policy ? policy.createScript(text) : text;
    document.head.append(script);
  } catch {
    refuse();
  }
});
`;
