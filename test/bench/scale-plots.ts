/** `scale-plots.ts <rows.jsonl>`: draws what `scale.ts` measured as `docs/pictures/scale.svg`. Both axes are logarithmic: a straight line of slope one grows as the text does. */
import { readFileSync, writeFileSync } from 'node:fs';

interface Row extends Readonly<Record<string, number>> {
  readonly megabytes: number;
}

interface Panel {
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly of: (row: Row) => number }[];
}

const PANELS: readonly Panel[] = [
  {
    title: 'seconds of processor time',
    lines: [{ name: 'reading', of: (row) => (row.fillCpuMs as number) / 1000 }],
  },
  {
    title: 'megabytes',
    lines: [
      { name: 'on disk', of: (row) => (row.storedBytes as number) / 1e6 },
      { name: 'process, searching', of: (row) => (row.askPeakBytes as number) / 1e6 },
      { name: 'kernel, searching', of: (row) => (row.openKernelBytes as number) / 1e6 },
    ],
  },
  {
    title: 'milliseconds',
    lines: [
      { name: 'one file changed', of: (row) => row.updateMs as number },
      { name: 'start to first hits', of: (row) => row.openMs as number },
      { name: 'query, slowest', of: (row) => row.querySlowest as number },
      { name: 'query, median', of: (row) => row.queryP50 as number },
    ],
  },
];
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [300, 300, 40, 84, 30];
const PLOT = { width: WIDTH - LEFT - 26, height: HEIGHT - TOP - BOTTOM };
const STROKES = ['#2563eb', '#d97706', '#059669', '#9333ea'];

const rows = readFileSync(process.argv[2] as string, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
  .sort((a, b) => a.megabytes - b.megabytes);
const panels = PANELS.map((panel, i) => `<g transform="translate(${i * WIDTH} 0)">${drawPanel(panel)}</g>`);
writeFileSync(
  'docs/pictures/scale.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH * PANELS.length} ${HEIGHT}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>
`,
);

function drawPanel({ title, lines }: Panel): string {
  const values = lines.flatMap(({ of }) => rows.map(of));
  const [low, high] = [floorPower(Math.min(...values)), ceilPower(Math.max(...values))];
  const sizes = rows.map(({ megabytes }) => megabytes);
  const x = (mb: number): number => LEFT + share(mb, Math.min(...sizes), Math.max(...sizes)) * PLOT.width;
  const y = (value: number): number => TOP + (1 - share(value, low, high)) * PLOT.height;
  const grid: string[] = [`<text x="${LEFT}" y="14" font-weight="bold">${title}</text>`];
  for (let power = low; power <= high * 1.001; power *= 10) {
    grid.push(`<path d="M${LEFT} ${y(power).toFixed(1)}h${PLOT.width}" stroke="#e5e7eb"/>`);
    grid.push(`<text x="${LEFT - 4}" y="${(y(power) + 4).toFixed(1)}" text-anchor="end">${power}</text>`);
  }
  for (const mb of sizes)
    grid.push(`<text x="${x(mb).toFixed(1)}" y="${HEIGHT - 10}" text-anchor="middle">${mb} MB</text>`);
  const drawn = lines.map(({ name, of }, i) => {
    const points = rows.map((row) => `${x(row.megabytes).toFixed(1)},${y(of(row)).toFixed(1)}`);
    const stroke = STROKES[i] as string;
    const label = `<text x="${LEFT}" y="${30 + i * 14}" fill="${stroke}">${name}</text>`;
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${stroke}" stroke-width="2"/>${label}`;
  });
  return [...grid, ...drawn].join('\n');
}

function share(value: number, low: number, high: number): number {
  return Math.log(value / low) / Math.log(high / low);
}

function floorPower(value: number): number {
  return 10 ** Math.floor(Math.log10(value));
}

function ceilPower(value: number): number {
  return 10 ** Math.ceil(Math.log10(value));
}
