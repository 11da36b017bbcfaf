import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Engine } from '../../../src/engine/contract.ts';
import { readApp } from '../../harness/publish.ts';
import { type MadeFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';
import { distRoot } from '../../support/serve-dist.ts';

export interface MadePage {
  readonly local: { readonly engine: Engine; readonly id: string };
  readonly html: string;
  readonly path: string;
  readonly url: string;
  /** Writes another text in its place. */
  rewrite(html: string): void;
  remove(): void;
}

/** A collection as one HTML file on disk, with the built app. */
export async function makeSinglePage(files: MadeFiles): Promise<MadePage> {
  const { engine } = await makeEngine();
  const id = await makeCollection(engine, files);
  const app = await readApp(distRoot);
  const { blob, fileName } = await engine.publish({ collectionId: id, jobId: 'page', form: 'page', mask: false, app });
  const html = await (blob as Blob).text();
  const folder = mkdtempSync(join(tmpdir(), 'quire-page-'));
  const path = join(folder, fileName);
  writeFileSync(path, html);
  return {
    ...{ local: { engine, id }, html, path, url: pathToFileURL(path).href },
    rewrite: (text) => writeFileSync(path, text),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
