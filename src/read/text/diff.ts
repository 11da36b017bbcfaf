import type { Cut } from '../../model/cut.ts';
import { toName } from '../to-name.ts';
import type { Lines } from './lines.ts';
import { addressAt, type TextScan } from './text-scanner.ts';

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Cuts a diff into files, by path; a file larger than a chunk into hunks, by their new line. */
export function scanDiff(lines: Lines, targetChars: number): TextScan {
  const files: {
    readonly from: number;
    path: string;
    readonly hunks: { readonly line: number; readonly at: string }[];
  }[] = [];
  let isHead = false;
  for (let line = 0; line < lines.count; ) {
    const hunk = lines.startsWith(line, '@@ -') ? HUNK.exec(lines.slice(line).slice(0, 120)) : null;
    if (hunk) {
      files.at(-1)?.hunks.push({ line, at: hunk[2] as string });
      isHead = false;
      line = skipHunk(lines, line + 1, Number(hunk[1] ?? 1), Number(hunk[3] ?? 1));
      continue;
    }
    if (lines.startsWith(line, 'diff ') || lines.startsWith(line, 'Index: ')) {
      if (!isHead) files.push({ from: line, path: toPath(lines.slice(line)), hunks: [] });
      isHead = true;
    } else if (lines.startsWith(line, 'Binary files ')) isHead = false;
    else if (lines.startsWith(line, '--- ') && line + 1 < lines.count && lines.startsWith(line + 1, '+++ ')) {
      if (!isHead) files.push({ from: line, path: '', hunks: [] });
      const file = files.at(-1);
      const path = toPath(lines.slice(line + 1));
      if (file) file.path = path === '/dev/null' ? toPath(lines.slice(line)) : path;
      isHead = false;
      line++;
    }
    line++;
  }
  const cuts: Cut[] = [];
  files.forEach(({ from, path, hunks }, i) => {
    const end = files[i + 1]?.from ?? lines.count;
    const isLarge = hunks.length > 1 && lines.size(from, end) > targetChars;
    if (!isLarge) cuts.push(addressAt(from, 1, path));
    else
      hunks.forEach(({ line, at }, n) => {
        cuts.push(addressAt(n === 0 ? from : line, 2, `${path}:${at}`));
      });
  });
  return { cuts };
}

/** Skips as many lines as the hunk header announces, because one of them may look like a file header. */
function skipHunk(lines: Lines, from: number, removed: number, added: number): number {
  let line = from;
  let oldLeft = removed;
  let newLeft = added;
  while (line < lines.count && (oldLeft > 0 || newLeft > 0)) {
    const code = lines.code(line, 0);
    if (code === 45) oldLeft--;
    else if (code === 43) newLeft--;
    else if (code === 32 || code < 0) {
      oldLeft--;
      newLeft--;
    } else if (code !== 92) break;
    line++;
  }
  return line;
}

/** `diff --git a/x b/x`, `+++ b/x<TAB>date`, `Index: x`. */
function toPath(text: string): string {
  const line = text.slice(0, 1_000);
  const path = line.startsWith('diff ')
    ? line.slice(line.lastIndexOf(' ') + 1)
    : line.replace(/^\S+ /, '').replace(/\t.*$/, '');
  return toName(path.replace(/^"?[abciow]\//, '').replace(/"$/, ''));
}
