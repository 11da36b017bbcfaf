import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const paths = readdirSync('src/ui', { recursive: true }).map((name) => join('src/ui', String(name)));
const modules = paths.filter((path) => path.endsWith('.module.css'));
const parts = paths.filter((path) => path.endsWith('.tsx')).map((path) => [path, readFileSync(path, 'utf8')] as const);

const defined = new Set(modules.flatMap((path) => listClasses(path).map((name) => `${path} ${name}`)));
const used = new Set(parts.flatMap(([path, text]) => listUses(path, text)));

describe('styles of components', () => {
  it('use only classes that their module has, and every class of a module is used', () => {
    expect([...used].filter((use) => !defined.has(use))).toEqual([]);
    expect([...defined].filter((name) => !used.has(name))).toEqual([]);
  });

  it('have modules of different names: the names of classes start with them', () => {
    expect(new Set(modules.map((path) => basename(path))).size).toBe(modules.length);
  });

  it('have one class outside modules: `loading`, which HTML without scripts has too', () => {
    const names = parts.flatMap(([, text]) => Array.from(text.matchAll(/className="([^"]+)"/g), ([, name]) => name));
    expect([...new Set(names)]).toEqual(['loading']);
  });
});

function listClasses(path: string): string[] {
  const selectors = readFileSync(path, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  return Array.from(selectors.matchAll(/\.([a-z]\w*)/gi), ([, name = '']) => name);
}

function listUses(path: string, text: string): string[] {
  return Array.from(text.matchAll(/import \* as (\w+) from '(.+\.module\.css)'/g)).flatMap(([, css, from = '']) =>
    Array.from(
      text.matchAll(new RegExp(`(?<![\\w.])${css}\\.(\\w+)`, 'g')),
      ([, name]) => `${join(dirname(path), from)} ${name}`,
    ).filter((use) => !use.endsWith(' module')),
  );
}
