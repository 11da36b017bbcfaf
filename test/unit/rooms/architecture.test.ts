import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = readFileSync('ARCHITECTURE.md', 'utf8');

/** Lists the text between backquotes that looks like a path of the project, and the files of the journeys. */
function listPaths(): string[] {
  const named = [...text.matchAll(/`((?:src|wasm|test|docs|public|scripts)\/[^`\s]*|index\.html|vite\.config\.ts)`/g)];
  const journeys =
    text.slice(text.indexOf('## Four journeys'), text.indexOf('## Rooms')).match(/[a-z-]+\/\S+?\.tsx?\b/g) ?? [];
  const paths = [
    ...named.map(([, path]) => path as string),
    ...journeys.map((path) => path.replace(/^(?!wasm)/, 'src/')),
  ];
  return [...new Set(paths)];
}

describe('ARCHITECTURE.md', () => {
  it('names only paths that exist', () => {
    const paths = listPaths();
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('has a row for every room, and fits on a page', () => {
    const rooms = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const rows = rooms.map(({ name }) => `| \`src/${name}\` |`);
    expect(rows.filter((row) => !text.includes(row))).toEqual([]);
    expect(text.split('\n').length).toBeLessThanOrEqual(120);
  });

  it('names the folders of the rooms', () => {
    const rows = [...text.matchAll(/^\| `src\/([a-z]+)` \| (.*?) \|/gm)];
    const missing = rows.flatMap(([, room, does]) =>
      [...(does as string).matchAll(/`([a-z-]+)`/g)]
        .map(([, folder]) => folder as string)
        .filter((folder) => !existsSync(`src/${room}/${folder}`) && !existsSync(`src/${room}/state/${folder}`)),
    );
    expect(missing).toEqual([]);
  });
});
