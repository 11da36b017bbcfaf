import type { Cut } from '../../model/cut.ts';
import { toName } from '../to-name.ts';
import type { Lines } from './lines.ts';
import type { TextScan } from './text-scanner.ts';

const NAMES = /^[A-Za-z0-9_./%@+ \t-]+$/;
/** `target: CFLAGS += -g` sets a variable. */
const VARIABLE = /^[ \t]*[\w.-]+[ \t]*[:?+!]?=/;
/** Targets with a special meaning for make. */
const SPECIAL = /^\.[A-Z_]+$/;

/** Finds the targets of a makefile that are written out; the values of variables are unknown without running it. */
export function scanMakefile(lines: Lines): TextScan {
  const cuts: Cut[] = [];
  let comment = -1;
  let goesOn = false;
  let isDefine = false;
  for (let line = 0; line < lines.count; line++) {
    const isContinued = goesOn;
    goesOn = lines.text.charCodeAt(lines.end(line) - 1) === 92 && lines.end(line) > lines.start(line);
    const first = lines.code(line, 0);
    if (isContinued || first === 9) continue;
    if (first === 35) {
      if (comment < 0) comment = line;
      continue;
    }
    const lead = comment;
    comment = -1;
    if (lines.startsWith(line, 'define ')) isDefine = true;
    else if (lines.startsWith(line, 'endef')) isDefine = false;
    if (isDefine || first <= 32) continue;
    const names = findTargets(lines.slice(line).slice(0, 400));
    if (names.length > 0) addTargets({ cuts, line, from: lead >= 0 ? lead : line, names });
  }
  return { cuts: closeCuts(lines, cuts) };
}

function findTargets(text: string): readonly string[] {
  const colon = text.indexOf(':');
  const rest = text.slice(text[colon + 1] === ':' ? colon + 2 : colon + 1);
  const isRule = colon > 0 && !rest.startsWith('=') && !rest.startsWith(':') && !VARIABLE.test(rest);
  if (!isRule || !NAMES.test(text.slice(0, colon))) return [];
  const names = text.slice(0, colon).split(/[ \t]+/);
  return names.filter((name) => name !== '' && !SPECIAL.test(name));
}

interface Targets {
  readonly cuts: Cut[];
  readonly line: number;
  readonly from: number;
  readonly names: readonly string[];
}

function addTargets({ cuts, line, from, names }: Targets): void {
  for (const name of names) {
    cuts.push({
      line: from + 1,
      level: 1,
      what: 'function',
      name: toName(name),
      symbolLine: line + 1,
      endLine: line + 1,
    });
  }
}

/** Finds the stages of a Dockerfile, by their name or their image. */
export function scanDockerfile(lines: Lines): TextScan {
  const cuts: Cut[] = [];
  let heredoc = '';
  let comment = -1;
  let goesOn = false;
  for (let line = 0; line < lines.count; line++) {
    const text = lines.slice(line).slice(0, 1_000).trim();
    if (heredoc !== '') {
      if (text === heredoc) heredoc = '';
      continue;
    }
    if (text.startsWith('#')) {
      if (comment < 0) comment = line;
      continue;
    }
    const isContinued = goesOn && text !== '';
    goesOn = text.endsWith('\\') || (goesOn && text === '');
    const lead = comment;
    comment = -1;
    heredoc = /^(?:RUN|COPY|ADD)\b.*<<-?["']?([A-Za-z_]\w{0,60})["']?/i.exec(text)?.[1] ?? '';
    const stage = isContinued ? null : FROM.exec(text);
    if (!stage) continue;
    const name = toName(stage[2] ?? (stage[1] as string));
    cuts.push({ line: (lead >= 0 ? lead : line) + 1, level: 1, what: 'module', name, symbolLine: line + 1 });
  }
  return { cuts: closeCuts(lines, cuts) };
}

const FROM = /^from\s+(?:--\S+\s+){0,4}([^\s\\]+)(?:\s+as\s+([\w.-]+))?/i;

/** Extends each cut to the next one, without the blank lines between them. */
function closeCuts(lines: Lines, cuts: readonly Cut[]): Cut[] {
  let next = lines.count;
  const closed: Cut[] = [];
  for (let i = cuts.length - 1; i >= 0; i--) {
    const cut = cuts[i] as Cut;
    const before = cuts[i - 1];
    let end = next;
    const own = cut.symbolLine ?? cut.line;
    while (end > own && lines.isBlank(end - 1)) end--;
    closed.push({ ...cut, endLine: Math.max(end, own) });
    if (before?.line !== cut.line) next = cut.line - 1;
  }
  return closed.reverse();
}
