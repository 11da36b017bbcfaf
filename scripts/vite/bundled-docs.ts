import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const topLevel = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

/** Adds our own docs to the build: `llms.txt` for agents, `sample.json` as the sample collection of the first run, including the guide. */
export function bundledDocs(): Plugin {
  return {
    name: 'quire-bundled-docs',
    apply: 'build',
    generateBundle() {
      const docs = readdirSync('docs', { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(md|txt|json)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'));
      const files = [...topLevel, ...docs].flatMap(readIfThere).sort((a, b) => (a.path < b.path ? -1 : 1));
      this.emitFile({ type: 'asset', fileName: 'sample.json', source: JSON.stringify(files) });
      for (const { text } of readIfThere('docs/llms.txt')) {
        this.emitFile({ type: 'asset', fileName: 'llms.txt', source: text });
      }
    },
  };
}

function readIfThere(path: string): { path: string; text: string }[] {
  try {
    return [{ path, text: readFileSync(path, 'utf8') }];
  } catch {
    return [];
  }
}
