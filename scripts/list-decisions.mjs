/**
 * `node scripts/list-decisions.mjs` writes docs/decisions/README.md: number, title, date and status come from the files, the last column is
 * kept as somebody wrote it. A new decision gets the first sentence of its choice until then. A test compares the page with the files.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../docs/decisions');
const page = join(folder, 'README.md');

const head = `# Decisions

Each file says what was decided, why, and what was rejected. *Changed by* means that a later decision replaced a part of it,
*superseded by* that it no longer holds. \`node scripts/list-decisions.mjs\` writes this page; the last column is written by hand.

| | decision | date | status | in one line |
|---|---|---|---|---|
`;

/** @returns {{ file: string, number: string, title: string, date: string, status: string, firstSentence: string }[]} */
export function readDecisions() {
  return readdirSync(folder)
    .filter((name) => /^\d{3}-.*\.md$/.test(name))
    .sort()
    .map((file) => parseDecision(file, readFileSync(join(folder, file), 'utf8')));
}

/** @returns {string} the page as it should be */
export function makeDecisionIndex() {
  const lines = readSummaries();
  return (
    head +
    readDecisions()
      .map(({ file, number, title, date, status, firstSentence }) => {
        const summary = lines.get(number) ?? firstSentence;
        return `| [${number}](${file}) | ${title} | ${date} | ${status} | ${summary} |\n`;
      })
      .join('')
  );
}

/** @param {string} file @param {string} text */
function parseDecision(file, text) {
  const [, number = '', title = ''] = /^# (\d{3}):? (.+)$/m.exec(text) ?? [];
  const [, date = '', status = ''] = /^(?:Date: )?(\d{4}-\d\d-\d\d)(?: · |\. Status: )(.+?)\.?$/m.exec(text) ?? [];
  const choice = /\*\*Choice\.\*\* ([\s\S]*?)(?:\n\n|\n\*\*|$)/.exec(text)?.[1]?.replaceAll('\n', ' ') ?? '';
  const firstSentence = (choice.split(/(?<=\.) (?=[A-Z`*])/)[0] ?? '').replaceAll('|', '\\|');
  return { file, number, title, date, status: status.replaceAll(' · ', ', '), firstSentence };
}

/** @returns {Map<string, string>} the last column by number */
function readSummaries() {
  let text = '';
  try {
    text = readFileSync(page, 'utf8');
  } catch {
    // The first run has no page yet.
  }
  const rows = text.matchAll(/^\| \[(\d{3})\]\([^)]*\) \|.*\| (.*) \|$/gm);
  return new Map([...rows].map(([, number, summary]) => /** @type {const} */ ([number ?? '', summary ?? ''])));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, makeDecisionIndex());
