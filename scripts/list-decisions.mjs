/** `node scripts/list-decisions.mjs` writes docs/decisions/README.md from the records; a test compares the two. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../docs/decisions');

const head = `# Decisions

Choices that a newcomer would question, each true today: context, choice, what was rejected. Records that no longer apply are deleted; git has them.
\`node scripts/list-decisions.mjs\` writes this page.

| | decision |
|---|---|
`;

/** @returns {{ file: string, number: string, title: string, date: string }[]} */
export function readDecisions() {
  return readdirSync(folder)
    .filter((name) => /^\d{3}-.*\.md$/.test(name))
    .sort()
    .map((file) => parseDecision(file, readFileSync(join(folder, file), 'utf8')));
}

/** @returns {string} the text of the index page */
export function makeDecisionIndex() {
  const rows = readDecisions().map(({ file, number, title }) => `| [${number}](${file}) | ${title} |\n`);
  return head + rows.join('');
}

/** @param {string} file @param {string} text */
function parseDecision(file, text) {
  const [, number = '', title = ''] = /^# (\d{3}):? (.+)$/m.exec(text) ?? [];
  const [date = ''] = /^\d{4}-\d\d-\d\d/m.exec(text) ?? [];
  return { file, number, title, date };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(folder, 'README.md'), makeDecisionIndex());
