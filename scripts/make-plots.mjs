/** `node scripts/make-plots.mjs` draws the plots of docs/benchmarks.md from its tables; a test compares the two. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = resolve(dirname(fileURLToPath(import.meta.url)), '../docs');
const WIDTH = 840;
const LABELS = 390;
const BAR = 9;

/** @returns {Record<string, string>} the drawings by path below docs */
export function makePlots() {
  const text = readFileSync(join(docs, 'benchmarks.md'), 'utf8');
  const quality = readTable(text, '| query | Quire | MiniSearch | FTS5 | goal |').map(([label, ...cells]) => ({
    label,
    values: cells.slice(0, 3).map(toNumber),
  }));
  const speed = readTable(text, '| measure | goal | measured | |').map(([label, goal, measured]) => ({
    label,
    values: [toNumber(measured), toNumber(goal)],
  }));
  return {
    'pictures/publish-growth.svg': drawGrowth(text, '| published text |', 'Published collections: cost against text'),
    'pictures/quality.svg': draw({
      title: 'Search quality',
      rows: quality,
      names: ['Quire', 'MiniSearch', 'SQLite FTS5'],
      max: 1,
    }),
    'pictures/speed.svg': draw({
      title: 'How many times faster than the peer (log scale)',
      rows: speed,
      names: ['measured', 'goal'],
      max: 300,
      isLog: true,
      unit: '×',
    }),
  };
}

/** Draws the rows whose label ends in a unit. @param {string} text @param {string} head @param {string} title */
function drawGrowth(text, head, title) {
  const [sizes = [], ...rows] = readTable(text, head, 0);
  return drawLines({
    title: `${title} (both scales logarithmic)`,
    sizes: sizes.slice(1).map((cell) => Number(toNumber(cell))),
    lines: rows.slice(1).flatMap(([label = '', ...cells]) => {
      const values = cells.map(toNumber).map(Number);
      return /, (s|ms|MB|KB)$/.test(label) ? [{ name: label, values }] : [];
    }),
  });
}

/** @param {string} text @param {string} head @param {number} [skip] lines of the head to skip @returns {string[][]} */
function readTable(text, head, skip = 2) {
  const lines = text.slice(text.indexOf(head)).split('\n').slice(skip);
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** @param {string | undefined} cell */
function toNumber(cell) {
  const found = /(\d*\.?\d+)/.exec(cell?.replaceAll(',', '') ?? '');
  return found ? Number(found[1]) : undefined;
}

/** @param {{ title: string, rows: { label: string, values: (number | undefined)[] }[], names: string[], max: number, isLog?: boolean, unit?: string }} plot */
function draw({ title, rows, names, max, isLog = false, unit = '' }) {
  const rowHeight = names.length * (BAR + 2) + 10;
  const height = 56 + rows.length * rowHeight;
  const room = WIDTH - LABELS - 60;
  const scale = (/** @type {number} */ value) =>
    (room * (isLog ? Math.log10(value) / Math.log10(max) : value / max)).toFixed(1);
  const legend = names.map((name, i) => {
    const x = LABELS + i * 120;
    return `<rect class="s${i}" x="${x}" y="30" width="10" height="10"/><text x="${x + 15}" y="39">${name}</text>`;
  });
  const bars = rows.flatMap(({ label, values }, row) => {
    const top = 56 + row * rowHeight;
    const drawn = values.flatMap((value, i) => {
      if (value === undefined) return [];
      const y = top + i * (BAR + 2);
      const shown = unit ? `${value}${unit}` : value.toFixed(3).replace(/^0/, '');
      return [
        `<rect class="s${i}" x="${LABELS}" y="${y}" width="${scale(value)}" height="${BAR}"/>`,
        `<text class="v" x="${(LABELS + Number(scale(value)) + 5).toFixed(1)}" y="${y + BAR - 1}">${shown}</text>`,
      ];
    });
    return [
      `<text x="${LABELS - 10}" y="${top + rowHeight / 2 - 2}" text-anchor="end">${escapeText(label)}</text>`,
      ...drawn,
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">
<style>.b{fill:#fbfaf7}text{font:12px system-ui,sans-serif;fill:#3c3a36}.v{font-size:10px}.t{font-size:14px;font-weight:600}.s0{fill:#2f6f5e}.s1{fill:#c9b48a}.s2{fill:#8b8f99}
@media (prefers-color-scheme:dark){.b{fill:#1b1a18}text{fill:#d8d5cf}.s0{fill:#5fb39c}.s1{fill:#8f7d57}.s2{fill:#6b7280}}</style>
<rect class="b" width="100%" height="100%" rx="6"/>
<text class="t" x="${LABELS}" y="18">${title}</text>
${[...legend, ...bars].join('\n')}
</svg>
`;
}

/** @param {{ title: string, sizes: number[], lines: { name: string, values: number[] }[] }} plot */
function drawLines({ title, sizes, lines }) {
  const [left, top, width, height] = [60, 40, WIDTH - 330, 260];
  const all = lines.flatMap(({ values }) => values);
  const [low, high] = [Math.floor(Math.log10(Math.min(...all))), Math.ceil(Math.log10(Math.max(...all)))];
  const [from, until] = [Math.log10(Math.min(...sizes)), Math.log10(Math.max(...sizes))];
  const x = (/** @type {number} */ size) => (left + (width * (Math.log10(size) - from)) / (until - from)).toFixed(1);
  const y = (/** @type {number} */ value) => (top + height * (1 - (Math.log10(value) - low) / (high - low))).toFixed(1);
  const grid = Array.from({ length: high - low + 1 }, (_, i) => {
    const at = y(10 ** (low + i));
    return `<path class="g" d="M${left} ${at}h${width}"/><text x="${left - 6}" y="${Number(at) + 4}" text-anchor="end">${10 ** (low + i)}</text>`;
  });
  const feet = sizes.map(
    (size) => `<text x="${x(size)}" y="${top + height + 18}" text-anchor="middle">${size} MB</text>`,
  );
  const labels = placeLabels(lines.map(({ name, values }) => ({ name, at: Number(y(Number(values.at(-1)))) })));
  const drawn = lines.map(({ name, values }, i) => {
    const points = values.map((value, at) => `${x(Number(sizes[at]))},${y(value)}`).join(' ');
    const end = Number(labels.get(name));
    return `<polyline class="l${i % 3}" points="${points}"${i < 3 ? '' : ' stroke-dasharray="5 3"'}/><text x="${left + width + 8}" y="${end + 4}">${escapeText(name)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top + height + 30}" role="img" aria-label="${title}">
<style>.b{fill:#fbfaf7}text{font:12px system-ui,sans-serif;fill:#3c3a36}.t{font-size:14px;font-weight:600}.g{stroke:#d9d5cc}polyline{fill:none;stroke-width:2}.l0{stroke:#2f6f5e}.l1{stroke:#b08a3c}.l2{stroke:#6b7280}
@media (prefers-color-scheme:dark){.b{fill:#1b1a18}text{fill:#d8d5cf}.g{stroke:#3a3835}.l0{stroke:#5fb39c}.l1{stroke:#d0a85c}.l2{stroke:#9ca3af}}</style>
<rect class="b" width="100%" height="100%" rx="6"/>
<text class="t" x="${left}" y="20">${title}</text>
${[...grid, ...feet, ...drawn].join('\n')}
</svg>
`;
}

/** Places labels at the ends of their lines without overlap. @param {{ name: string, at: number }[]} labels */
function placeLabels(labels) {
  const placed = new Map();
  let free = 0;
  for (const { name, at } of labels.toSorted((a, b) => a.at - b.at)) {
    placed.set(name, Math.max(at, free));
    free = Math.max(at, free) + 15;
  }
  return placed;
}

/** @param {string} text */
function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, svg] of Object.entries(makePlots())) writeFileSync(join(docs, path), svg);
