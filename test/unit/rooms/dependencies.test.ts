import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findLibraryImports, isInPlace, libraryRules, readSources } from '../../support/import-rules.ts';

type Names = Readonly<Record<string, string>>;
interface Manifest {
  readonly dependencies: Names;
  readonly devDependencies: Names;
}
interface Lock {
  readonly packages: Readonly<
    Record<string, Partial<Manifest> & { readonly resolved?: string; readonly dev?: boolean }>
  >;
}

const manifest: Manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const imports = readSources().flatMap(findLibraryImports);

describe('runtime dependencies', () => {
  it('are what the app imports: what only tests and scripts use is a dev dependency', () => {
    const imported = [...new Set(imports.map(({ library }) => library))].sort();
    expect(Object.keys(manifest.dependencies).sort()).toEqual(imported);
  });

  it('have a row in the table of places each', () => {
    expect(Object.keys(libraryRules).sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });

  it.each(Object.entries(libraryRules))('%s is imported in %j and nowhere else', (library, places) => {
    const paths = imports.filter((found) => found.library === library).map(({ path }) => path);
    expect(paths.filter((path) => !places.some((place) => isInPlace(path, place)))).toEqual([]);
    expect(places.filter((place) => !paths.some((path) => isInPlace(path, place)))).toEqual([]);
  });

  it('stand in the lock as in package.json, without addresses to download from', () => {
    const { dependencies, devDependencies } = lock.packages[''] ?? {};
    expect({ dependencies, devDependencies }).toEqual({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
    const locked = (name: string) => lock.packages[`node_modules/${name}`];
    expect(Object.keys(manifest.dependencies).filter((name) => locked(name)?.dev !== undefined)).toEqual([]);
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });
});
