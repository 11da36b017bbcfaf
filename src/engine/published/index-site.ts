import type { ReadPage } from '../../sources/built-page.ts';
import { createBuiltSiteSource } from '../../sources/built-site-source.ts';
import type { DirectoryLike } from '../../sources/directory-like.ts';
import type { Engine, ExportAnswer, PublishOptions } from '../contract.ts';

export interface IndexSiteOptions extends Pick<PublishOptions, 'jobId' | 'mask' | 'app'> {
  readonly name: string;
  /** The folder of the built site. */
  readonly handle: DirectoryLike;
  readonly readPage: ReadPage;
  /** `quire/` in that folder. */
  readonly target: FileSystemDirectoryHandle;
}

/** From `quire/collection/`. */
const PAGES = '../../{name}.html';

/** Writes the search of a built site into the folder `quire/` next to its pages: the search box and the collection. */
export async function indexSite(
  engine: Engine,
  options: IndexSiteOptions,
): Promise<ExportAnswer & { readonly pages: number }> {
  const { name, handle, readPage, ...rest } = options;
  const { id: collectionId } = await engine.createCollection({ name });
  const input = { type: 'built-site', name, source: createBuiltSiteSource(name, handle, readPage) } as const;
  const { indexed } = await engine.ingest({ collectionId, jobId: options.jobId, input });
  const written = await engine.publish({ ...rest, collectionId, form: 'search', site: { name, pages: PAGES } });
  return { ...written, pages: indexed };
}
