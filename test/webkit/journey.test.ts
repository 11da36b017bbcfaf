import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWebKit } from '../../scripts/find-browser.mjs';
import type { StaticServer } from '../../scripts/static-server.mjs';
import type { Engine } from '../../src/engine/contract.ts';
import { ingestFiles, makeEngine } from '../support/make-engine.ts';
import { serveDist } from '../support/serve-dist.ts';
import { openWebKit, type WebKitPage } from './web-driver.ts';

const FILES: Readonly<Record<string, string>> = {
  'README.md':
    '# Acme\n\nA small service. Café, 日本語 検索, ünïcödé 𝒳, İstanbul.\n\n## Install\n\nWait for the lighthouse.\n',
  'guides/limits.md': `# Limits\n\n## Rate limits\n\nRequests above the rate limit get 429.\n\n${'Retry later. '.repeat(900)}\n`,
  'src/client.ts':
    'export class Client {\n  /** Waits. */\n  async retryAfter(attempt: number) {\n    await sleep(attempt);\n  }\n}\n',
  'src/tool.py': 'class Tool:\n    def turn(self, angle):\n        """Turns it."""\n        return angle\n',
  'reference/errors.json': '{\n  "rate_limited": { "status": 429, "message": "Rate limit exceeded" }\n}\n',
  'page.html': '<!doctype html><title>Herons</title><h1>Herons</h1><p>They wade.<p>They fish.',
};

const place = findWebKit();

/** One journey in steps: each begins where the one before ended. */
describe.skipIf(place === undefined)('the built app in WebKitGTK', () => {
  let server: StaticServer;
  let page: WebKitPage;

  beforeAll(async () => {
    server = await serveDist({});
    page = await openWebKit(place as NonNullable<typeof place>);
  });
  afterAll(async () => {
    await page?.close();
    await server?.stop();
  });

  it('starts with its worker and the WebAssembly kernel, and sends no other request', async () => {
    await page.goTo(server.url);
    const text = await page.waitForText(/Choose folder/);
    expect(text).toContain('worker, wasm');
    expect(text).toContain('0 requests');
  });

  it('imports files from the folder input, and says what this browser does not keep', async () => {
    await page.evaluate(watchOutputs);
    await page.evaluate(setFolderInput, toPathsBelow('acme-api', FILES));
    const text = await page.waitForText(/Finished: 6 indexed/);
    expect(text).toContain('Everything is lost when you close this page.');
  });

  it('finds a phrase and shows it in the reader', async () => {
    await page.type("//input[@type='search']", '"above the rate limit"');
    await page.click(
      "//ul[@aria-label='Results' or @aria-label='results']//a | //*[@role='list' and @aria-label='Results']//a",
    );
    const text = await page.waitForText(/Add to pack/);
    expect(text).toContain('guides/limits.md');
    expect(text).toContain('get 429');
  });

  it('[E2] makes the pack that Node makes', async () => {
    await page.click("//nav[@aria-label='Places']//a[normalize-space()='Pack']");
    await page.type("//textarea[@id=//label[normalize-space()='Question']/@for]", 'rate limit');
    await page.click("//button[normalize-space()='Copy pack' and not(@disabled) and not(@aria-disabled='true')]");
    const copied = await waitForOutput(page, 'copied');
    const { engine, collectionId } = await readInNode();
    const { text } = await engine.makePack({
      ...{ collectionId, query: 'rate limit', picks: [], leaveOut: [], mask: true },
      ...{ budgetTokens: 32_000, format: 'markdown', counter: 'o200k', detail: 'signatures', order: 'path' },
    });
    expect(copied).toBe(text);
  });

  it('[E2] exports the bytes that Node exports', async () => {
    await page.click("//nav[@aria-label='Places']//a[normalize-space()='Export']");
    await page.click("//button[@aria-label='Download full archive' and not(@disabled)]");
    const saved = Buffer.from(await waitForOutput(page, 'saved'), 'base64');
    const { engine, collectionId } = await readInNode();
    const { blob } = await engine.exportZip({ collectionId, jobId: 'export', form: 'full', mask: true });
    const made = new Uint8Array(await (blob as Blob).arrayBuffer());
    // Entries first: a difference is named.
    expect(toTexts(saved)).toEqual(toTexts(made));
    expect(saved.equals(made)).toBe(true);
  });

  it('has reported no error', async () => {
    expect(await page.evaluate(() => (window as unknown as { outputs: Outputs }).outputs.errors)).toEqual([]);
  });
});

async function waitForOutput(page: WebKitPage, name: 'copied' | 'saved'): Promise<string> {
  await expect
    .poll(() => page.evaluate((key) => (window as unknown as { outputs: Outputs }).outputs[key].length, name), {
      timeout: 30_000,
    })
    .toBeGreaterThan(0);
  return page.evaluate((key) => (window as unknown as { outputs: Outputs }).outputs[key], name);
}

function toTexts(zip: Uint8Array): Record<string, string> {
  const entries = Object.entries(unzipSync(zip));
  return Object.fromEntries(entries.map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]));
}

let inNode: Promise<{ engine: Engine; collectionId: string }> | undefined;

function readInNode() {
  inNode ??= (async () => {
    const { engine } = await makeEngine();
    const { id: collectionId } = await engine.createCollection({ name: 'acme-api' });
    await ingestFiles(engine, collectionId, FILES, { name: 'acme-api' });
    return { engine, collectionId };
  })();
  return inNode;
}

/** Functions that run in a page whose driver cannot drop folders or read downloads and the clipboard. Each is sent as text, so it uses no import. */
interface Outputs {
  copied: string;
  /** The last download, as base64. */
  saved: string;
  readonly errors: string[];
}

/** Keeps what the page gives to the clipboard and to a download in `window.outputs`. */
function watchOutputs(): void {
  const outputs: Outputs = { copied: '', saved: '', errors: [] };
  Object.assign(window, { outputs });
  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    window.addEventListener(type, (event) => outputs.errors.push(`${type} ${(event as ErrorEvent).message ?? ''}`));
  const writeText = async (text: string) => {
    outputs.copied = text;
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  const blobs = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    const url = createUrl(blob);
    blobs.set(url, blob as Blob);
    return url;
  };
  // Workers start from such addresses too; a download is a link that is clicked.
  HTMLAnchorElement.prototype.click = function () {
    const reader = new FileReader();
    reader.onload = () => {
      outputs.saved = String(reader.result).split(',')[1] ?? '';
    };
    reader.readAsDataURL(blobs.get(this.href) as Blob);
  };
}

/** Gives files to the folder input as if a folder had been chosen. */
function setFolderInput(files: Readonly<Record<string, string>>): void {
  const transfer = new DataTransfer();
  for (const [path, text] of Object.entries(files))
    transfer.items.add(new File([text], path.split('/').at(-1) as string, { lastModified: 1 }));
  const input = document.querySelector<HTMLInputElement>('input[type=file][webkitdirectory]');
  if (!input) throw new Error('no folder input');
  input.files = transfer.files;
  // The list may hold copies of what was added, so paths are given to the files that are in it.
  for (const [at, path] of Object.keys(files).entries())
    Object.defineProperty(input.files[at], 'webkitRelativePath', { value: path });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function toPathsBelow(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}
