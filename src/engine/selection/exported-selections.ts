import { type ExportedSelection, writeSelections } from '../../export/artifacts/write-selections.ts';
import { toLabel } from '../../export/text/labels.ts';
import type { Kernel } from '../../kernel/contract.ts';
import { LIMITS } from '../../model/limits.ts';
import { isUntouched, type PickedChunk, type Selection } from '../../model/outputs/selection.ts';
import { followSources } from '../../selection/scope.ts';
import { readChoices } from '../collection/choices.ts';
import type { OwnRecords } from '../collection/collection-records.ts';
import type { ExportedCollection, OpenCollection } from '../open/faces.ts';
import { listChunkFacts, toRows } from '../search/to-chunks.ts';
import { resolveSelection } from './resolve-selection.ts';

interface SelectionsSource {
  readonly kernel: Kernel;
  readonly records: OwnRecords;
  readonly open: OpenCollection;
  /** `open` itself, or its masked copy. */
  readonly exported: ExportedCollection;
  readonly maskName: (text: string) => string;
}

/**
 * Returns `selections.json` of an export; undefined without selections. Masks everything the user typed; picks are of the exported
 * chunks, since an id is a hash of the text. Picks that are gone are dropped.
 */
export async function readExportedSelections(source: SelectionsSource): Promise<string | undefined> {
  const { records, open, maskName } = source;
  const { selections, current } = await readChoices(records);
  const sourceIds = open.collection.sources.map(({ id }) => id);
  const rows: ExportedSelection[] = [];
  for (const [id, kept] of Object.entries(selections)) {
    if (isUntouched(kept)) continue;
    const { root: _, ...selection }: Selection = followSources(kept, sourceIds);
    rows.push({
      ...selection,
      name: maskName(selection.name).slice(0, LIMITS.maxSelectionNameChars),
      paths: selection.paths.map(maskName),
      include: selection.include.map(maskName),
      exclude: selection.exclude.map(maskName),
      query: selection.query && maskName(selection.query).slice(0, LIMITS.maxQuestionChars),
      picks: await toExportedPicks(source, kept),
      isCurrent: id === current,
    });
  }
  return rows.length === 0 ? undefined : writeSelections(rows);
}

async function toExportedPicks(
  { kernel, open, exported, maskName }: SelectionsSource,
  selection: Selection,
): Promise<PickedChunk[]> {
  if (selection.picks.length === 0) return [];
  const { picks } = await resolveSelection(kernel, open, { ...selection, paths: [], include: [], exclude: [] });
  const exportedPicks: PickedChunk[] = [];
  for (const ordinal of picks) {
    const fileIndex = open.fileOfOrdinal(ordinal);
    const exportedIndex = exported.findFileIndex(maskName(open.fileNames(fileIndex).path));
    if (exportedIndex === undefined) continue;
    const rows = toRows(open, fileIndex);
    const at = ordinal - (open.ordinals[fileIndex] as number);
    const all = await listChunkFacts(kernel, exported, exportedIndex);
    const line = rows[at]?.startLine ?? 1;
    const index = rows.length === all.length ? at : all.findIndex(({ endLine }) => endLine >= line);
    const facts = all[index];
    if (facts === undefined) continue;
    const { id, path, tokenEstimate, contentHash } = facts;
    exportedPicks.push({ id, path, label: toLabel(facts), tokens: tokenEstimate, content_hash: contentHash });
  }
  return exportedPicks;
}
