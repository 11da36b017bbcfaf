import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeLeafOf } from '../../support/make-leaf.ts';
import { loadNodeKernel } from '../../support/node-kernel.ts';
import { sampleSize } from '../../support/sample-size.ts';

const kernel = await loadNodeKernel();
const settings = { chunk_target_chars: 40, chunk_max_chars: 60, chunk_min_chars: 12 };
const NAMES = ['a', 'b', 'c', 'd', 'odd key', 'é', '"q"', '', 'x.y', '0', '$'];

describe('the span at a JSON address', () => {
  it('parses to exactly the value of JSON.parse there, with only the brackets of its parents around it', () => {
    const value = fc.jsonValue({ maxDepth: 5, noUnicodeString: false });
    const document = fc.oneof(
      fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(value, fc.array(value, { maxLength: 70 })), { maxKeys: 9 }),
      fc.array(value, { maxLength: 130 }),
      value,
    );
    const numRuns = sampleSize({ sample: 15, whole: 200 });
    let checked = 0;
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 1, '\t'), (root, indent) => {
        const text = JSON.stringify(root, null, indent);
        fc.pre(!/[\ud800-\udfff]/.test(text) || isWellFormed(text));
        const { chunks, warnings } = makeLeafOf(kernel, text, { path: 'a.json', kind: 'json', settings });
        expect(warnings.filter((warning) => warning.code === 'json-parse')).toEqual([]);
        for (const chunk of chunks) {
          if (chunk.parts > 1) continue;
          const wanted = JSON.stringify(read(JSON.parse(text), chunk.address));
          expect(readings(chunk.content, chunk.address), `${chunk.address} of ${text}`).toContain(wanted);
          checked++;
        }
      }),
      { numRuns, seed: 15 },
    );
    expect(checked).toBeGreaterThan(1.5 * numRuns);
  });
});

function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}

/** Returns what an address names: a value, the elements of a range, or a range of members as a list of pairs. */
function read(root: unknown, address: string): unknown {
  const [first = '', last] = address.split('…$');
  const range = /^(.*)\[(\d+):(\d+)\]$/.exec(first);
  if (range) return (walk(root, toSteps(range[1] as string)) as unknown[]).slice(Number(range[2]), Number(range[3]));
  const steps = toSteps(first);
  if (last === undefined) return walk(root, steps);
  const parent = walk(root, steps.slice(0, -1)) as Record<string, unknown>;
  const keys = Object.keys(parent);
  const from = keys.indexOf(String(steps.at(-1)));
  const to = keys.indexOf(String(toSteps(`$${last}`).at(-1)));
  return keys.slice(from, to + 1).map((key) => [key, parent[key]]);
}

function toSteps(address: string): (string | number)[] {
  const steps = [...address.slice(1).matchAll(/\.([\w$]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)];
  return steps.map(([, name, index, key]) => name ?? (index === undefined ? JSON.parse(key as string) : Number(index)));
}

function walk(root: unknown, steps: readonly (string | number)[]): unknown {
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], root);
}

/** Returns everything that the content can mean at this address, without openers and closers of parents. */
function readings(content: string, address: string): string[] {
  const isRange = /\[\d+:\d+\]$/.test(address);
  const isSeveral = address.includes('…');
  const isMember = !isRange && address !== '$' && !/\[\d+\]$/.test(address);
  const found: string[] = [];
  for (const start of openings(content)) {
    for (let end = start; end <= content.length; end++) {
      if (!/^[\s,\]}]*$/.test(content.slice(end))) continue;
      const inner = content.slice(start, end);
      try {
        if (isRange) found.push(JSON.stringify(JSON.parse(`[${inner}]`)));
        else if (isMember) {
          const entries = Object.entries(JSON.parse(`{${inner}}`) as object);
          found.push(JSON.stringify(isSeveral ? entries : entries.length === 1 ? entries[0]?.[1] : {}));
        } else found.push(JSON.stringify(JSON.parse(inner)));
      } catch {
        // Not the right place; try the next.
      }
    }
  }
  return found;
}

/** Returns the offsets after each run of white space, opening brackets and keys. */
function openings(content: string): number[] {
  const places = [0];
  let at = 0;
  for (;;) {
    const step = /^(?:\s+|[{[]|"(?:[^"\\]|\\.)*"\s*:)/.exec(content.slice(at))?.[0];
    if (step === undefined) return places;
    at += step.length;
    places.push(at);
  }
}
