import { isEverything, type SelectionScope } from '../../model/outputs/selection.ts';
import type { SecretPlace } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { FileEntry } from '../file-table/file-entry.ts';
import type { Job } from '../jobs.ts';
import { listEntries, type OpenCollection } from '../open/faces.ts';
import { resolveSelection } from '../selection/resolve-selection.ts';
import { findSecretPlaces, isReadApart } from './mask-collection.ts';

interface Scan {
  readonly open: OpenCollection;
  readonly selection: SelectionScope | undefined;
  readonly job: Job;
}

/** Finds the secrets of an export. Scans the same files in the same order as the export masks them, so that the numbers match. */
export async function scanSelected({ deps }: EngineContext, { open, selection, job }: Scan): Promise<SecretPlace[]> {
  const scope = selection === undefined || isEverything(selection) ? undefined : selection;
  const wanted = scope === undefined ? undefined : await listSelected(deps.kernel, open, scope);
  const files = wanted === undefined ? listEntries(open) : [...wanted.keys()];
  job.expect(
    files.length,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const places = await findSecretPlaces(deps.kernel, { open, allowed: new Set(), job }, files);
  if (wanted === undefined) return places;
  const linesOf = new Map([...wanted].map(([{ path }, lines]) => [path, lines]));
  return places.filter(({ path, line }) => {
    const lines = linesOf.get(path);
    return line === 0 || lines === undefined || lines.some(([first, last]) => first <= line && line <= last);
  });
}

type Lines = readonly (readonly [number, number])[];

/** Lists the selected files in path order; for a file with only picked chunks, their lines. */
async function listSelected(
  kernel: EngineContext['deps']['kernel'],
  open: OpenCollection,
  scope: SelectionScope,
): Promise<Map<FileEntry, Lines | undefined>> {
  const { files, picks } = await resolveSelection(kernel, open, scope);
  const linesOf = new Map<number, (readonly [number, number])[] | undefined>(files.map((i) => [i, undefined]));
  const whole = new Set(files);
  for (const ordinal of picks) {
    const fileIndex = open.fileOfOrdinal(ordinal);
    if (whole.has(fileIndex)) continue;
    const { startLine, endLine } = open.chunkRow(fileIndex, ordinal - (open.ordinals[fileIndex] as number));
    const lines = linesOf.get(fileIndex) ?? [];
    lines.push([startLine, endLine]);
    linesOf.set(fileIndex, lines);
  }
  return new Map(
    [...linesOf]
      .sort(([a], [b]) => a - b)
      .map(([i, lines]) => {
        const entry = open.file(i);
        // Its source and its chunks have different lines.
        return [entry, isReadApart(open, entry) ? undefined : lines];
      }),
  );
}
