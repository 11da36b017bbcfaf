import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Engine, PublishOptions } from '../engine/contract.ts';
import { indexSite } from '../engine/published/index-site.ts';
import { createPageReader } from '../sources/built-page.ts';
import { nodeFolder } from './node-folder.ts';
import { createPageThreads } from './page-threads.ts';
import { Refusal } from './problems.ts';
import { replaceSite, type SiteChanges } from './site-folder.ts';
import { readApp, toNodeFolder } from './targets.ts';

export interface PublishPlan {
  readonly out: string;
  readonly mask: boolean;
  /** The folder of the built app. */
  readonly dist: string;
  readonly site: NonNullable<PublishOptions['site']>;
  /** Absent: anyone can read the website. */
  readonly passphrase?: string | undefined;
  /** True if anyone may read a website that was locked. */
  readonly allowOpen: boolean;
  open(): Promise<{ readonly engine: Engine; readonly collectionId: string }>;
}

/** Makes the folder of a website contain a collection and the app; refuses a folder with files of others before it opens the collection. */
export async function publishFolder({ out, mask, dist, site, passphrase, allowOpen, open }: PublishPlan) {
  let changes: SiteChanges = { upload: [], delete: [] };
  const onChanges = (made: SiteChanges): void => {
    changes = made;
  };
  const figures = await replaceSite(
    out,
    { isLocked: passphrase !== undefined, allowOpen, onChanges },
    async (folder) => {
      const startMs = performance.now();
      const { engine, collectionId } = await open();
      const readMs = performance.now();
      const app = await readApp(dist);
      if (app.length === 0)
        process.stderr.write('The app is not built: the folder has the collection without the app.\n');
      const lock = passphrase === undefined ? undefined : { passphrase };
      const target = toNodeFolder(folder);
      const { bytes, entries } = await engine.publish({
        collectionId,
        jobId: 'publish',
        mask,
        app,
        site,
        lock,
        target,
      });
      const [read_ms, publish_ms] = [readMs - startMs, performance.now() - readMs].map((ms) => Math.round(ms));
      return { files: entries, bytes, read_ms, publish_ms };
    },
  );
  return { ...figures, ...changes };
}

export interface IndexPlan extends Pick<PublishPlan, 'mask' | 'dist'> {
  /** The folder of a built site. */
  readonly path: string;
  /** Absent: `quire` in that folder, from where the search box finds the pages. */
  readonly out?: string | undefined;
  readonly name?: string | undefined;
  /** Selectors of elements that are not searched. */
  readonly ignore?: string | undefined;
  /** The command's own file, which reads pages in other threads. Absent: this thread reads them. */
  readonly script?: string | undefined;
  open(): Promise<{ readonly engine: Engine }>;
}

/** Writes the search of a built site next to its pages, without changing them. Refuses a folder without pages. */
export async function indexFolder(plan: IndexPlan) {
  const { path, out = join(path, 'quire'), name, ignore = '', mask, dist, script, open } = plan;
  if (!(await stat(path)).isDirectory()) throw new Refusal(`${path} is not a folder.`);
  const readPage = script === undefined ? createPageReader(ignore) : createPageThreads(script, ignore);
  return replaceSite(out, { isLocked: false, allowOpen: true }, async (folder) => {
    const app = await readApp(dist);
    if (app.length === 0)
      process.stderr.write('The app is not built: the folder has the collection without the search box.\n');
    const { engine } = await open();
    const site = { name: name ?? basename(resolve(path)), handle: nodeFolder(path), readPage };
    const { pages, bytes } = await indexSite(engine, {
      ...site,
      app,
      mask,
      jobId: 'index',
      target: toNodeFolder(folder),
    });
    if (pages === 0) throw new Refusal(`${path} has no HTML pages with readable text.`);
    return { pages, bytes };
  });
}
