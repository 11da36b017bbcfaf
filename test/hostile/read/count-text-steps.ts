/** Prints the steps that readers take per byte of each hostile text, and of one twice as long. A process of its own: see `countSteps`. */
import { countSteps } from '../../support/count-steps.ts';
import { HOSTILE_MARKUP, HOSTILE_TEXTS } from './hostile-texts.ts';

const { DEFAULT_SETTINGS } = await import('../../../src/model/settings.ts');
const { readJson } = await import('../../../src/read/json/read-json.ts');
const { readHtml } = await import('../../../src/read/read-file.ts');
const { readText } = await import('../../../src/read/read-file.ts');

function read(path: string, bytes: Uint8Array): unknown {
  if (path.endsWith('.html')) return readHtml(bytes);
  return /json|ipynb/.test(path) ? readJson(path, bytes, DEFAULT_SETTINGS) : readText(path, bytes, 4_000);
}

const counts = [...HOSTILE_TEXTS, ...HOSTILE_MARKUP].map(([name, path, make]) => {
  const [once, twice] = [10_000, 20_000].map((length) => {
    const bytes = new TextEncoder().encode(make(length));
    return countSteps(() => void read(path, bytes)) / bytes.length;
  });
  return { text: `${path}, ${name}`, once, twice };
});
console.log(JSON.stringify(counts));
