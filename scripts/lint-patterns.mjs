// Patterns such as /\s+$/ or /[ |]*$/ are retried at every character of a run: quadratic time on untrusted text. `trimEnd` and `trimEndOf` visit each
// character once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOMS = ['src/read', 'src/html', 'src/export'];
/** A repeated class with a blank in it, or a repeated blank, right before the end of the text or line. */
const TRAILING_BLANKS =
  /(?:\\s|\[(?:[^\]\\\n^]|\\.)*?(?: |\\s|\\t)(?:[^\]\\\n]|\\.)*\]|(?<=[/|(?\]]) )[*+]\??\)?\$(?=[/|)])/;
/** Tried once: at the start of the text, at `lastIndex` (`y`), or where a run begins. */
const isTriedOnce = (before, after) =>
  /\/\^(?:\\.|\[(?:\\.|[^\]])*\]|\((?:\\.|[^)])*\)|[^/|\\[(\n])*[)?*{},0-9]*$/.test(before) ||
  /\(\?<![^)]*\)$/.test(before) ||
  /^[^/]*\/[a-z]*y/.test(after);

/** @param {string} text */
export function findBacktracking(text) {
  return text.split('\n').flatMap((line, i) => {
    const found = TRAILING_BLANKS.exec(line);
    if (!found || /^\s*(?:\/?\*|\/\/)/.test(line)) return [];
    if (found[0].includes('\\S')) return [];
    return isTriedOnce(line.slice(0, found.index), line.slice(found.index + found[0].length)) ? [] : [i + 1];
  });
}

if (process.argv[1]?.endsWith('lint-patterns.mjs')) {
  const found = ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        findBacktracking(readFileSync(join(room, name), 'utf8')).map((line) => `${join(room, name)}:${line}`),
      ),
  );
  for (const place of found)
    process.stderr.write(`${place}: a pattern for trailing blanks; use trimEnd or trimEndOf\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
