import type { SourceInput } from '../../../sources/contract.ts';
import { folderFilesToInput } from '../../inputs/files-to-inputs.ts';
import type { KnownSource } from '../app-state.ts';
import type { AppContext } from '../context.ts';

/** Enough names of a folder to recognise it. */
const MAX_NAMES = 500;

/** Finds the source that was made from the same folder: equal name, and most of its paths are in the input. */
export async function findKnownSource(
  { connection: { engine }, state }: AppContext,
  inputs: readonly SourceInput[],
): Promise<KnownSource | undefined> {
  const [input] = inputs;
  if (inputs.length !== 1 || input === undefined || (input.type !== 'folder' && input.type !== 'files'))
    return undefined;
  const candidates = (state.collections.get() ?? [])
    .filter(({ readOnly }) => !readOnly)
    .flatMap((collection) => collection.sources.map((source) => ({ collection, source })))
    .filter(({ source: { name, type } }) => name === input.name && (type === 'folder' || type === 'files'));
  if (candidates.length === 0) return undefined;
  const { names, toName } = await listNames(input);
  for (const known of candidates) {
    const files = await engine.listFiles(known.collection.id);
    const own = new Set(files.flatMap((file) => toOwnPath(known, file) ?? []).map(toName));
    const same = [...own].filter((name) => names.has(name)).length;
    if (same * 2 > own.size) return known;
  }
  return undefined;
}

/**
 * Makes the input of a sync from the files of a folder that the user chose again. If the source was dropped as several folders and files, the
 * folder is one of them: its paths keep its name, and the others stay.
 */
export async function toChosenAgain(
  { connection: { engine } }: AppContext,
  known: KnownSource,
  files: readonly File[],
): Promise<SourceInput | undefined> {
  const whole = folderFilesToInput(files);
  if (whole === undefined) return undefined;
  const { id } = known.collection;
  const rows = [...(await engine.listFiles(id)), ...(await engine.listWithoutText(id))];
  const own = new Set(rows.flatMap((file) => toOwnPath(known, file) ?? []));
  const root = whole.name.normalize('NFC');
  const countOwn = (prefix: string) => whole.files.filter(({ path }) => own.has(prefix + path.normalize('NFC'))).length;
  const isRoot = [...own].some((path) => path.startsWith(`${root}/`)) && countOwn(`${root}/`) >= countOwn('');
  if (!isRoot) return whole;
  return { ...whole, files: whole.files.map(({ path, file }) => ({ path: `${root}/${path}`, file })), roots: [root] };
}

function toOwnPath({ collection, source }: KnownSource, file: { path: string; source?: string }): string | undefined {
  if (collection.sources.length === 1) return file.path;
  return file.path.startsWith(`${source.slug}/`) ? file.path.slice(source.slug.length + 1) : undefined;
}

/** Only the names at the top of a folder that was not walked yet. */
async function listNames(input: Extract<SourceInput, { type: 'folder' | 'files' }>) {
  if (input.type === 'files')
    return { names: new Set(input.files.map(({ path }) => path)), toName: (path: string) => path };
  const names = new Set<string>();
  for await (const name of input.handle.keys()) if (names.add(name).size >= MAX_NAMES) break;
  return { names, toName: (path: string) => path.split('/', 1)[0] as string };
}
