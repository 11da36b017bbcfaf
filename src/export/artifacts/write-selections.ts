import { compareUtf8 } from '../../lib/bytes.ts';
import type { Selection } from '../../model/outputs/selection.ts';

export interface ExportedSelection extends Omit<Selection, 'root'> {
  readonly isCurrent: boolean;
}

/** Writes `selections.json`: the user's selections, by name. It is separate from the index, and `index_id` does not cover it. */
export function writeSelections(selections: readonly ExportedSelection[]): string {
  const rows = selections
    .map(({ name, paths, include, exclude, picks, query, budgetTokens, format, mask, isCurrent }) => ({
      name,
      json: JSON.stringify({
        name,
        ...(isCurrent ? { current: true } : {}),
        paths,
        include,
        exclude,
        picks,
        ...(query === undefined ? {} : { query }),
        ...(budgetTokens === undefined ? {} : { budget_tokens: budgetTokens }),
        ...(format === undefined ? {} : { format }),
        mask,
      }),
    }))
    .sort((a, b) => compareUtf8(a.name, b.name) || compareUtf8(a.json, b.json));
  return `{"quire_selections":1,"selections":[\n${rows.map(({ json }) => json).join(',\n')}\n]}\n`;
}
