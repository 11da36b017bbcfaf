import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

/**
 * Replaces what the driver of an installed Firefox cannot do with page scripts: a drop from the file manager, downloads. Files and folders reach the page
 * as the entries that a real drop has.
 */
export async function giveHands(page: Page): Promise<void> {
  await page.addInitScript(keepDownloads);
  const waitForEvent = page.waitForEvent.bind(page) as (event: string, options?: object) => Promise<unknown>;
  const patched = (event: string, options?: { timeout?: number }) =>
    event === 'download' ? waitForSaved(page, options?.timeout ?? 60_000) : waitForEvent(event, options);
  page.waitForEvent = patched as typeof page.waitForEvent;
  typeInsteadOfFill(page);
}

/** A file that the page saved, with the part of Playwright's `Download` that the specs use. */
interface Saved {
  suggestedFilename(): string;
  path(): Promise<string>;
  saveAs(path: string): Promise<void>;
}

async function waitForSaved(page: Page, timeoutMs: number): Promise<Saved> {
  const before = await countSaved(page);
  // In Playwright, 0 means without a limit.
  const until = timeoutMs === 0 ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs;
  while ((await countSaved(page)) === before) {
    if (Date.now() > until) throw new Error('nothing was saved');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [name, text] = await page.evaluate(
    (at) => (window as unknown as { savedFiles: [string, string][] }).savedFiles[at] as [string, string],
    before,
  );
  const bytes = Buffer.from(text, 'base64');
  return {
    suggestedFilename: () => name,
    path: async () => {
      const path = join(tmpdir(), `quire-saved-${process.pid}-${Date.now()}`);
      writeFileSync(path, bytes);
      return path;
    },
    saveAs: async (path) => writeFileSync(path, bytes),
  };
}

function countSaved(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { savedFiles?: unknown[] }).savedFiles?.length ?? 0);
}

/** Runs in the page: a link with a name to save under is kept as `[name, base64]` instead of followed. */
function keepDownloads(): void {
  const savedFiles: [string, string][] = [];
  Object.assign(window, { savedFiles });
  const blobs = new Map<string, Blob>();
  const createUrl = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => {
    const url = createUrl(blob);
    blobs.set(url, blob as Blob);
    return url;
  };
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    const blob = blobs.get(this.href);
    if (this.download === '' || blob === undefined) return click.call(this);
    const reader = new FileReader();
    reader.onload = () => savedFiles.push([this.download, String(reader.result).split(',')[1] ?? '']);
    reader.readAsDataURL(blob);
  };
}

/** The driver sets the text of a box in a way that React sometimes does not hear; keys are always heard. */
function typeInsteadOfFill(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('body')) as { fill: Locator['fill'] };
  locators.fill = async function (this: Locator, text: string) {
    await this.focus();
    // No key writes a character that is not shown, and of a long text the page would take every beginning for what was meant.
    if (text.length > 200 || /[^\n -~]/.test(text)) return this.evaluate(setValue, text);
    await this.press('Control+a');
    // Typing replaces what is selected; the box is never empty in between, as with the other drivers.
    if (text === '') await this.press('Delete');
    else await this.pressSequentially(text);
  };
}

/** Runs in the page: past the setter by which React notices what it wrote itself. */
function setValue(element: Element, text: string): void {
  const kind = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(element, text);
  element.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** A file or folder to send to the page: base64 bytes, or the entries of a folder. */
interface SentEntry {
  readonly name: string;
  readonly base64?: string;
  readonly entries?: readonly SentEntry[];
}

export async function dropByScript(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate(dispatchDrop, paths.map(readEntry));
}

function readEntry(path: string): SentEntry {
  const name = basename(path);
  if (!statSync(path).isDirectory()) return { name, base64: readFileSync(path).toString('base64') };
  return { name, entries: readdirSync(path).map((child) => readEntry(join(path, child))) };
}

/** Runs in the page. */
function dispatchDrop(sent: readonly SentEntry[]): void {
  const toFile = ({ name, base64 = '' }: SentEntry) =>
    new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { lastModified: 1 });
  const toEntry = (entry: SentEntry, parent: string): object => {
    const fullPath = `${parent}/${entry.name}`;
    const { entries } = entry;
    const common = { name: entry.name, fullPath, isFile: !entries, isDirectory: Boolean(entries) };
    if (!entries) return { ...common, file: (resolve: (file: File) => void) => resolve(toFile(entry)) };
    return {
      ...common,
      createReader: () => {
        let rest = entries.map((child) => toEntry(child, fullPath));
        return {
          readEntries: (resolve: (batch: object[]) => void) => {
            // A browser gives a hundred at a time, later, and an empty list at the end.
            const batch = rest.slice(0, 100);
            rest = rest.slice(100);
            setTimeout(() => resolve(batch));
          },
        };
      },
    };
  };
  const items = sent.map((entry) => ({
    kind: 'file',
    type: '',
    webkitGetAsEntry: () => toEntry(entry, ''),
    getAsFile: () => (entry.entries ? null : toFile(entry)),
  }));
  const dataTransfer = { items, files: [], types: ['Files'], dropEffect: 'copy', getData: () => '' };
  for (const type of ['dragenter', 'dragover', 'drop']) {
    const event = new DragEvent(type, { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
    document.body.dispatchEvent(event);
  }
}
