import { compareUtf8 } from '../../lib/bytes.ts';
import type { FileRow } from '../../model/chunk.ts';
import type { IndexView } from '../contract.ts';
import { escapeName } from '../text/hidden-text.ts';
import { toLabel } from '../text/labels.ts';
import { dirOf } from './tables.ts';

const MAX_DIRS = 20;
const MAX_FILES = 60;
const MAX_REFS = 4;

/** Lists the largest directories and files by tokens, with the refs to start at. */
export async function* writeCatalog(view: IndexView): AsyncGenerator<string> {
  yield `# catalog.llm.md\n\nindex_id: ${view.index_id}\nfiles: ${view.files.length} chunks: ${view.totalChunks}\n`;
  yield '\ntop_dirs:\n';
  for (const dir of topDirs(view.files))
    yield `- ${escapeName(dir.name) || './'} files=${dir.files} tok=${dir.tokens}\n`;
  yield '\ntop_files:\n';
  for (const { file, index } of topFiles(view.files)) {
    const chunks = await view.chunkFacts(index);
    const refs = chunks.slice(0, MAX_REFS).map((chunk) => chunk.ref);
    const label = chunks[0] ? toLabel(chunks[0]) : '';
    const counts = `kind=${file.kind} chunks=${file.chunkCount} tok=${file.tokenTotal}`;
    yield `- ${escapeName(file.path)} ${counts} label=${label} refs=${refs.join(',')}\n`;
  }
}

function topDirs(files: readonly FileRow[]): { name: string; files: number; tokens: number }[] {
  const dirs = new Map<string, { name: string; files: number; tokens: number }>();
  for (const file of files) {
    if (file.chunkCount === 0) continue;
    const name = dirOf(file.path);
    const dir = dirs.get(name) ?? { name, files: 0, tokens: 0 };
    dir.files++;
    dir.tokens += file.tokenTotal;
    dirs.set(name, dir);
  }
  return [...dirs.values()].sort((a, b) => b.tokens - a.tokens || compareUtf8(a.name, b.name)).slice(0, MAX_DIRS);
}

function topFiles(files: readonly FileRow[]): { file: FileRow; index: number }[] {
  return files
    .map((file, index) => ({ file, index }))
    .filter(({ file }) => file.chunkCount > 0)
    .sort((a, b) => b.file.tokenTotal - a.file.tokenTotal || a.index - b.index)
    .slice(0, MAX_FILES);
}
