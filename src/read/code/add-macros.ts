import type { Cut } from '../../model/cut.ts';

/** A macro without a value is a flag, usually a header guard. */
const DEFINE = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+(?=\S)/;

/** Adds C constants. The parser never sees them, yet a header may hold nothing else. */
export function addMacros(cuts: readonly Cut[], code: string): readonly Cut[] {
  const macros = findMacros(code);
  if (macros.length === 0) return cuts;
  const all: Cut[] = [];
  let next = 0;
  for (const cut of cuts) {
    while (next < macros.length && (macros[next] as Cut).line < cut.line) all.push(macros[next++] as Cut);
    all.push(cut);
  }
  return [...all, ...macros.slice(next)];
}

function findMacros(code: string): Cut[] {
  const macros: Cut[] = [];
  const names = new Set<string>();
  let line = 1;
  for (let start = 0; start < code.length; line++) {
    const feed = code.indexOf('\n', start);
    const end = feed < 0 ? code.length : feed;
    const name = DEFINE.exec(code.slice(start, Math.min(end, start + 200)))?.[1];
    start = end + 1;
    if (name === undefined || names.has(name)) continue;
    names.add(name);
    macros.push({ line, level: 1, what: 'const', name, symbolLine: line, endLine: line, isSoft: true });
  }
  return macros;
}
