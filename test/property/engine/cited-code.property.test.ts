import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeFilled } from '../../support/make-engine.ts';
import { createRandom } from '../../support/random.ts';
import { sampleSize } from '../../support/sample-size.ts';

const FOLDERS = ['node_modules/zod/src/v4/core', 'node_modules/comlink/src', 'node_modules/fast-check/lib'];

interface Definition {
  readonly path: string;
  readonly name: string;
  readonly lines: readonly [number, number];
}

it('[P8] answers that cite code: altered ones are flagged, true ones are not', { timeout: 600_000 }, async () => {
  const { pick } = createRandom(7);
  const texts = new Map<string, string>();
  for (const folder of FOLDERS)
    for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true }))
      if (/(?<!\.d)\.ts$/.test(name) && !/tests|locales/.test(parentPath))
        texts.set(`${parentPath.slice(13)}/${name}`, readFileSync(`${parentPath}/${name}`, 'utf8'));
  const { engine, id } = await makeFilled(Object.fromEntries(texts));
  const definitions: Definition[] = [];
  for (const path of texts.keys())
    for (const { name, startLine, endLine } of await engine.listSymbols(id, path))
      if (endLine > startLine) definitions.push({ path, name, lines: [startLine, endLine] });
  const linesOf = (path: string): string[] => (texts.get(path) as string).split('\n');
  const toCode = ({ path, lines }: Definition): [number, string] | undefined => {
    const rows = linesOf(path).map((text, i) => [i + 1, text.trim()] as [number, string]);
    const good = rows.filter(
      ([line, text]) =>
        line >= lines[0] &&
        line <= lines[1] &&
        !text.includes('`') &&
        /\w+\W+\w+\W+\w+/.test(text) &&
        text.length < 120,
    );
    return good.length === 0 ? undefined : pick(good);
  };
  const last = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
  const has = (path: string, name: string, [a, b]: readonly [number, number]): boolean =>
    new RegExp(`(?<![\\w$])${last(name).replace(/\$/g, '\\$')}(?![\\w$])`).test(
      linesOf(path)
        .slice(a - 1, b)
        .join('\n'),
    );
  const FORMS: readonly ((d: Definition, place: string, code: string) => string)[] = [
    ({ name }, place) => `The work is done by \`${name}\` (${place}).`,
    ({ name }, place) => `See ${place}, where \`${name}()\` is defined.`,
    ({ path, lines, name }, place) =>
      place.startsWith(path)
        ? `In \`${path}\` the function \`${name}\` starts at L${lines[0]}.`
        : `In ${place}, \`${name}\` starts.`,
    (_, place, code) => `It runs \`${code}\` at ${place}.`,
    (_, place, code) => `- ${place}: \`${code}\``,
  ];
  const make = (kind: string): string | undefined => {
    const one = pick(definitions);
    const code = toCode(one);
    if (code === undefined) return undefined;
    const form = pick(FORMS);
    const isCode = FORMS.indexOf(form) >= 3;
    const lines = isCode ? `${code[0]}` : `${one.lines[0]}-${one.lines[1]}`;
    const place = `${one.path}:${lines}`;
    if (kind === 'true') return form(one, place, code[1]);
    if (kind === 'line') {
      const other = pick(definitions.filter(({ path }) => path === one.path));
      const at: [number, number] = isCode ? [other.lines[0], other.lines[0]] : [other.lines[0], other.lines[1]];
      const isStill = isCode ? linesOf(one.path)[at[0] - 1]?.includes(code[1]) : has(one.path, one.name, at);
      if (isStill || form === FORMS[2]) return undefined;
      return form(one, `${one.path}:${at[0]}-${at[1]}`, code[1]);
    }
    if (kind === 'file') {
      const other = pick(definitions);
      const isStill = isCode ? texts.get(other.path)?.includes(code[1]) : has(other.path, one.name, [1, 1e9]);
      return isStill ? undefined : form(one, `${other.path}:${other.lines[0]}-${other.lines[1]}`, code[1]);
    }
    if (kind === 'no file') return form(one, `${one.path.replace(/\.ts$/, 'ing.ts')}:${lines}`, code[1]);
    if (kind === 'name') {
      const name = `${one.name}${pick(['Async', 'V2', 'Internal', 'Pool'])}`;
      return isCode || [...texts.values()].some((text) => text.includes(last(name)))
        ? undefined
        : form({ ...one, name }, place, code[1]);
    }
    const words = code[1].match(/[A-Za-z_]{3,}/g) ?? [];
    const changed = code[1].replace(pick(words) ?? '~', pick(['retryLater', 'maxDepth', 'emptyList']));
    return !isCode || changed === code[1] || words.length === 0 ? undefined : form(one, place, changed);
  };
  const wrong = { true: [] as string[], altered: [] as string[] };
  const count = sampleSize({ sample: 8, whole: 200 });
  for (const kind of ['true', ...ALTERED])
    for (let made = 0; made < count; ) {
      const answer = make(kind);
      if (answer === undefined) continue;
      made++;
      const { citations } = await engine.checkCitations({ collectionId: id, answer, jobId: `${kind}-${made}` });
      const isFlagged = citations.some(({ verdict }) => verdict !== 'exact' && verdict !== 'exists');
      if (isFlagged !== (kind === 'true') && citations.length > 0) continue;
      wrong[kind === 'true' ? 'true' : 'altered'].push(`${kind}: ${answer}\n${JSON.stringify(citations)}`);
    }
  expect(wrong.true.length, wrong.true.join('\n')).toBeLessThanOrEqual(count / 50);
  expect(wrong.altered.length, wrong.altered.join('\n')).toBeLessThanOrEqual((count * ALTERED.length) / 50);
});

const ALTERED = ['line', 'file', 'no file', 'name', 'code'];
