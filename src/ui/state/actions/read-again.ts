import type { Collection, Source } from '../../../model/collection.ts';
import { words } from '../../words/words.ts';
import type { AppContext } from '../context.ts';
import { syncRepo } from './collection-actions.ts';
import { syncSource } from './ingest.ts';

/** Imports a source again with its stored rules: at once where it is reachable, else after the user chooses it again. */
export async function readAgain(app: AppContext, collection: Collection, source: Source): Promise<void> {
  if (source.type === 'repository') return syncRepo(app, { collectionId: collection.id, sourceId: source.id });
  if ((await syncSource(app, collection, source)) === 'pick') app.state.toasts.show(words.rules.later, { tone: 'ok' });
}
