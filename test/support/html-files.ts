import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_BYTES = 300_000;

/** Paths of a fixture and of the real HTML files that dependencies install. */
export function findHtmlFiles(): readonly string[] {
  const installed = readdirSync(`${ROOT}node_modules`, { recursive: true, encoding: 'utf8' });
  const paths = installed.filter((path) => /\.x?html?$/.test(path)).sort();
  return [`${ROOT}test/fixtures/html/page.html`, ...paths.map((path) => `${ROOT}node_modules/${path}`)].filter(
    (path) => {
      const { size } = statSync(path);
      return size <= MAX_BYTES;
    },
  );
}
