/**
 * Lists the packages of the app with their licences. `node scripts/list-licences.mjs` writes docs/licences.md; the build puts the full notice next
 * to the app (`licences.txt`), since most of these licences require their text to accompany the code.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const page = join(root, 'docs', 'licences.md');

/** Parts of the build that are not packages, with the file of a package that contains their licence, if any. */
const others = [
  {
    name: 'grammars of tree-sitter',
    licence: 'MIT',
    note: 'compiled by @vscode/tree-sitter-wasm, unchanged: Bash, C#, C++, CSS, Go, Java, JavaScript, PHP, Python, Ruby, Rust, TSX, TypeScript',
  },
  {
    name: 'more grammars of tree-sitter',
    licence: 'MIT',
    note: 'compiled by @cursorless/tree-sitter-wasms (Haskell, Lua, Scala, Zig) and @repomix/tree-sitter-wasms (Dart, Swift), unchanged',
  },
  {
    name: 'tree-sitter-elixir',
    licence: 'Apache-2.0',
    note: 'compiled by @cursorless/tree-sitter-wasms, unchanged',
  },
  { name: 'runtime of AssemblyScript', licence: 'Apache-2.0', note: 'compiled into the kernel' },
  {
    name: 'Unicode data files 17.0',
    licence: 'Unicode-3.0',
    note: 'tables of the kernel are made of them. Copyright 1991-2025 Unicode, Inc. https://www.unicode.org/license.txt',
  },
  {
    name: 'Adobe CMap resources',
    licence: 'BSD-3-Clause',
    note: 'packed into one file',
    file: 'node_modules/pdfjs-dist/cmaps/LICENSE',
  },
  {
    name: 'JBIG2 decoder of PDFium',
    licence: 'BSD-3-Clause',
    note: 'compiled by pdfjs-dist, unchanged',
    file: 'node_modules/pdfjs-dist/wasm/LICENSE_JBIG2',
  },
  {
    name: 'OpenJPEG',
    licence: 'BSD-2-Clause',
    note: 'compiled by pdfjs-dist, unchanged',
    file: 'node_modules/pdfjs-dist/wasm/LICENSE_OPENJPEG',
  },
  {
    name: 'QCMS',
    licence: 'MIT',
    note: 'compiled by pdfjs-dist, unchanged',
    file: 'node_modules/pdfjs-dist/wasm/LICENSE_QCMS',
  },
  {
    name: 'Foxit fonts of PDFium',
    licence: 'BSD-3-Clause',
    note: 'packed into one file, with the next',
    file: 'node_modules/pdfjs-dist/standard_fonts/LICENSE_FOXIT',
  },
  {
    name: 'Liberation Sans',
    licence: 'OFL-1.1',
    note: 'inside pdfjs-dist, unchanged',
    file: 'node_modules/pdfjs-dist/standard_fonts/LICENSE_LIBERATION',
  },
  {
    name: 'Leptonica',
    licence: 'BSD-2-Clause',
    note: 'inside tesseract.js-core, unchanged. Copyright 2001 Leptonica',
  },
  {
    name: 'tessdata_best',
    licence: 'Apache-2.0',
    note: 'languages of Tesseract inside @tesseract.js-data, in whole numbers. Copyright Google and the authors of Tesseract',
  },
  {
    name: 'core-js',
    licence: 'MIT',
    note: `polyfills inside pdfjs-dist, unchanged. ${readCoreJs()}`,
  },
  {
    name: 'o200k_base of tiktoken',
    licence: 'MIT',
    note: 'tables inside gpt-tokenizer. Copyright 2022 OpenAI, Shantanu Jain',
  },
  {
    name: 'Public Suffix List',
    licence: 'MPL-2.0',
    note: 'data inside tldts, unchanged. Its source is at https://publicsuffix.org/list/',
  },
];

/** The copyright line that core-js keeps in the file it is compiled into. */
function readCoreJs() {
  const worker = readFileSync(join(root, 'node_modules/pdfjs-dist/legacy/build/pdf.worker.mjs'), 'utf8');
  const [, copyright, version] = /copyright: '\u00A9 ([^']+)'[^}]+core-js\/blob\/v([\d.]+)\/LICENSE/.exec(worker) ?? [];
  return `Version ${version}. Copyright ${copyright}`;
}

/** Our changes to files of other projects: Apache-2.0 requires stating them. */
const changed = {
  'pdfjs-dist': 'changed: two places, by scripts/build-pdf.mjs',
  'web-tree-sitter': 'changed: its work is counted, by scripts/build-parser.mjs',
};

/**
 * Lists every package that the app needs to run, from the lock file.
 * @returns {{ name: string, version: string, licence: string, note: string, text: string }[]}
 */
export function listLicences() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const used = findUsed(packages);
  const found = Object.entries(packages)
    .filter(([path]) => used.has(path))
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license, note: changed[name] ?? '', text: readLicence(join(root, path)) };
    });
  // The same version of a package may be installed twice.
  const byKey = new Map(found.map((entry) => [`${entry.name} ${entry.version}`, entry]));
  return [...byKey.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Dependencies of a package that the build contains. The rest of the MCP SDK is for servers and clients over HTTP, that of the grammar for its build. */
const bundled = {
  '@modelcontextprotocol/sdk': ['ajv', 'ajv-formats', 'zod', 'zod-to-json-schema'],
  '@tree-sitter-grammars/tree-sitter-kotlin': [],
};

/** Lists the packages that the app imports. All are in `devDependencies`, because they are bundled: nothing is installed with the `quire` command. */
function listImported() {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const imports = /(?:^import |^export \* |\bfrom |\bimport\()'((?:@[\w.-]+\/)?[\w][\w.-]*)(?:\/[^']*)?'/gm;
  return new Set(
    names.flatMap((name) =>
      [...readFileSync(join(root, 'src', name), 'utf8').matchAll(imports)].map(([, library]) => library),
    ),
  );
}

/** Finds the packages that the app's own dependencies need, by their paths in the lock file. */
function findUsed(packages) {
  const used = new Set();
  const visit = (/** @type {string} */ path) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const dependencies = path === '' ? listImported() : Object.keys(packages[path].dependencies ?? {});
    for (const dependency of bundled[name] ?? dependencies) {
      let base = path;
      while (base !== '' && !packages[`${base}/node_modules/${dependency}`])
        base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')));
      const found = base === '' ? `node_modules/${dependency}` : `${base}/node_modules/${dependency}`;
      if (!packages[found] || used.has(found)) continue;
      used.add(found);
      visit(found);
    }
  };
  visit('');
  return used;
}

/** @param {string} folder */
function readLicence(folder) {
  if (!existsSync(folder)) return '';
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|notice)(\.(md|txt))?$/i.test(name));
  return names.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
}

/** @returns {string} the notice that goes with the app */
export function makeNotice() {
  const licences = listLicences();
  const apache =
    licences.find(({ licence, text }) => licence === 'Apache-2.0' && text.includes('APPENDIX'))?.text ?? '';
  const standIn = (/** @type {string} */ licence) =>
    licence === 'Apache-2.0' ? apache : `${licence}, as the package says; it brings no text of its own.`;
  /** @type {Map<string, string[]>} */
  const byText = new Map();
  const add = (/** @type {string} */ text, /** @type {string} */ line) =>
    byText.set(text, [...(byText.get(text) ?? []), line]);
  for (const { name, version, licence, note, text } of licences)
    add(text || standIn(licence), `${name} ${version} (${licence})${note ? `; ${note}` : ''}`);
  for (const { name, licence, note, file } of others)
    add(file ? readFileSync(join(root, file), 'utf8').trim() : standIn(licence), `${name} (${licence}); ${note}`);
  const rule = '-'.repeat(80);
  const parts = [...byText].map(([text, lines]) => `${rule}\n${lines.join('\n')}\n\n${text}\n`);
  return `Quire is made with the work of others. Their notices follow.\n\n${parts.join('\n')}`;
}

/** @returns {string} docs/licences.md */
export function makeLicencePage() {
  const rows = listLicences().map(({ name, licence, note }) => `| ${name} | ${licence} | ${note} |`);
  const more = others.map(({ name, licence, note }) => `| ${name} | ${licence} | ${note} |`);
  return `# Licences

Quire is under the [MIT licence](../LICENSE). The app contains the packages below; the build writes their full notices to \`licences.txt\` beside the app.
\`node scripts/list-licences.mjs\` writes this page from the lock file, and a test fails when it is out of date or a package has a licence that is not
in the list of those we accept: MIT, ISC, BSD, 0BSD, Apache-2.0, Unlicense, Unicode-3.0, and MPL-2.0 for data.

| package | licence | |
|---|---|---|
${rows.join('\n')}

## What is in the app without being a package

| | licence | |
|---|---|---|
${more.join('\n')}

Nothing of the other packages in \`package.json\` is in the app: they build and test it.
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, makeLicencePage());
