export interface ShownPython {
  /** The code; every row stays where it was. */
  readonly text: string;
  /** Maps the last row before hidden comments to the first row after them, where no blank row separates them. */
  readonly joins: ReadonlyMap<number, number>;
}

/** Shorter runs have no middle. */
const MIN_RUN = 3;

/**
 * Returns Python without the middle of comment runs. The grammar's scanner reads to the end of a run at each of its lines, to find the indentation of
 * the code after it: a thousand lines would take half a million steps. The remaining lines decide which code a comment belongs to: the first and last
 * line of each indentation, and the start of the last paragraph. A run inside a string may be hidden too: it is text either way.
 */
export function hideComments(code: string): ShownPython {
  const lines = code.split('\n');
  const joins = new Map<number, number>();
  let isChanged = false;
  for (let row = 0; row < lines.length; row++) {
    // After a backslash the line may be the middle of a single-quoted string.
    if (!isComment(lines[row]) || lines[row - 1]?.endsWith('\\')) continue;
    const run = findRun(lines, row);
    if (run.length >= MIN_RUN) {
      hideRun(lines, run, joins);
      isChanged = true;
    }
    row = run.at(-1) ?? row;
  }
  return { text: isChanged ? lines.join('\n') : code, joins };
}

const COMMENT = /^[ \t]*#/;
/** May end a string that contains the line. */
const STRING_END = /"""|'''/;
const BLANK = /^[ \t]*$/;

function isComment(line: string | undefined): boolean {
  return line !== undefined && COMMENT.test(line) && !STRING_END.test(line);
}

/** Lists the rows of the comments from `first` on that only blank rows separate. */
function findRun(lines: readonly string[], first: number): number[] {
  const run = [first];
  for (let row = first + 1; row < lines.length; row++) {
    const line = lines[row] as string;
    if (isComment(line)) run.push(row);
    else if (!BLANK.test(line)) break;
  }
  return run;
}

function hideRun(lines: string[], run: readonly number[], joins: Map<number, number>): void {
  const shown = findShown(lines, run);
  let before = -1;
  for (const [i, row] of run.entries()) {
    if (row !== (run[i - 1] ?? -2) + 1) before = -1;
    if (!shown.has(row)) {
      lines[row] = '';
      continue;
    }
    if (before >= 0 && row > before + 1) joins.set(before, row);
    before = row;
  }
}

/** A comment indented less than all before it may belong to an outer block, and so may those after it. */
function findShown(lines: readonly string[], run: readonly number[]): ReadonlySet<number> {
  const shown = new Set<number>();
  let smallest = Number.POSITIVE_INFINITY;
  let paragraph = 0;
  for (const [i, row] of run.entries()) {
    const previous = run[i - 1] ?? -1;
    if (previous !== row - 1) paragraph = row;
    const indent = indentOf(lines[row] as string);
    if (indent >= smallest) continue;
    smallest = indent;
    shown.add(row);
    if (previous >= 0) shown.add(previous);
  }
  return shown.add(paragraph).add(run.at(-1) as number);
}

/** Counts indentation as the grammar does. */
function indentOf(line: string): number {
  let indent = 0;
  for (const char of line) {
    if (char === '#') break;
    indent += char === '\t' ? 8 : 1;
  }
  return indent;
}
