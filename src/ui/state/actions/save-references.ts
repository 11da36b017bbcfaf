import { getCurrentSelection } from '../../../model/choices.ts';
import type { Collection } from '../../../model/collection.ts';
import { toScope } from '../../../selection/scope.ts';
import type { AppContext } from '../context.ts';
import { saveBlob } from './copy-and-save.ts';

/** Saves the references of the selected documents, or of all. */
export async function saveReferences({ connection: { engine } }: AppContext, { id, name }: Collection): Promise<void> {
  const scope = toScope(getCurrentSelection(await engine.readChoices(id)));
  const text = await engine.exportReferences(id, scope);
  saveBlob(new Blob([text], { type: 'application/x-bibtex' }), `${name}-references.bib`);
}
