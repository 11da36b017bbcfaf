import type { InputFile, SourceInput } from '../../sources/contract.ts';

type FilesInput = Extract<SourceInput, { type: 'files' }>;

const ARCHIVE = /\.(zip|tar|tar\.gz|tgz)$/i;

/** Makes each archive a source of its own; the other files form one source. */
export function filesToInputs(files: readonly File[]): readonly SourceInput[] {
  const archives = files.filter((file) => ARCHIVE.test(file.name));
  const others = files.filter((file) => !ARCHIVE.test(file.name));
  const inputs: SourceInput[] = archives.map((file) => ({
    type: 'archive',
    name: file.name.replace(ARCHIVE, ''),
    file,
  }));
  if (others.length > 0) {
    const list = others.map((file): InputFile => ({ path: file.name, file }));
    inputs.push({ type: 'files', name: nameOf(others), files: list });
  }
  return inputs;
}

/** Makes a source from the files of `webkitdirectory`, whose paths all begin with the folder's own name; removes that name. */
export function folderFilesToInput(files: readonly File[]): FilesInput | undefined {
  const first = files[0];
  if (first === undefined) return undefined;
  const root = first.webkitRelativePath.split('/')[0] ?? '';
  const list = files.map((file): InputFile => ({ path: cutRoot(file.webkitRelativePath || file.name), file }));
  return { type: 'files', name: root === '' ? nameOf(files) : root, files: list };
}

/** True when the user chose the files of this source one by one. Its name tells: a chosen folder has its own name. */
export function wasChosenByFile({ name, files }: { readonly name: string; readonly files: number }): boolean {
  return / \+ \d+$/.test(name) || (files <= 1 && /\.\w{1,8}$/.test(name));
}

export function countBytes(inputs: readonly SourceInput[]): number {
  let sum = 0;
  for (const input of inputs) {
    if (input.type === 'files') for (const { file } of input.files) sum += file.size;
    if (input.type === 'archive' || input.type === 'llms-full') sum += input.file.size;
  }
  return sum;
}

export function countFiles(inputs: readonly SourceInput[]): number {
  return inputs.reduce((sum, input) => sum + (input.type === 'files' ? input.files.length : 1), 0);
}

function cutRoot(path: string): string {
  const slash = path.indexOf('/');
  return slash < 0 ? path : path.slice(slash + 1);
}

function nameOf(files: readonly File[]): string {
  const first = files[0]?.name ?? '';
  return files.length === 1 ? first : `${first} + ${files.length - 1}`;
}
