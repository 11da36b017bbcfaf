import { countIndexed } from '../../../../model/collection.ts';
import { findPublished } from '../../../state/actions/open-published.ts';
import type { AppContext } from '../../../state/context.ts';
import { readError } from '../../../state/read-error.ts';
import { toShortName } from '../../../text/visible-text.ts';
import { describeProblem } from '../../../words/describe-problem.ts';
import { publishedWords } from '../../../words/published.ts';

/** Describes the published collection at an address, without adding it to the library; undefined where nothing is published. */
export async function previewPublished(app: AppContext, address: string): Promise<string | undefined> {
  try {
    const found = await findPublished(app, address);
    if (found === undefined) return undefined;
    const isKnown = app.state.collections.get()?.some(({ id }) => id === found.id);
    if (!isKnown) await app.connection.engine.deleteCollection(found.id);
    return publishedWords.preview(toShortName(found.name), countIndexed(found.stats));
  } catch (error) {
    return describeProblem(readError(error));
  }
}
