import { AppError } from '../../model/app-error.ts';
import type { Collection } from '../../model/collection.ts';
import { PAGE_ADDRESS, readPageFiles } from '../../publish/format/single-page.ts';
import { createMemoryHost } from '../../publish/read/create-memory-host.ts';
import { importCollection } from '../collection/import-collection.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import { openPublishedCollection } from './open-published-collection.ts';
import { exportPublished } from './published-actions.ts';

/** Stores the collection of a single page as the user's own. Throws `import/damaged`. */
export async function importPage(
  context: EngineContext,
  { file, job }: { readonly file: Blob; readonly job: Job },
): Promise<Collection> {
  const readFile = readPageFiles(await file.text());
  if (readFile === undefined) throw new AppError('import/damaged', 'the page was cut off', {});
  try {
    const open = await openPublishedCollection(context.deps.kernel, PAGE_ADDRESS, createMemoryHost(readFile));
    const exported = await exportPublished(context, open).finally(() => open.release());
    return await importCollection(context, { file: exported.blob, name: exported.name, job });
  } catch (error) {
    job.throwIfCancelled();
    if (error instanceof AppError && error.code.startsWith('publish/'))
      throw new AppError('import/damaged', 'the page was changed', error.details);
    throw error;
  }
}
