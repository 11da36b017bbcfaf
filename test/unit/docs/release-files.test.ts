import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findBrowser } from '../../../scripts/find-browser.mjs';
import { toServerJson } from '../../../scripts/server-json.mjs';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly needs?: string[];
        readonly steps: Step[];
        readonly strategy?: { readonly matrix: { readonly os: string[]; readonly node: number[] } };
      }
    >
  >;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};
const workflow = parse(readFileSync('.github/workflows/test.yml', 'utf8')) as Workflow;
const { test, audit, deploy } = workflow.jobs;

describe('hosted tests', () => {
  it('run on three systems and on every supported version of Node', () => {
    const oldest = Number(/>=(\d+)/.exec(manifest.engines.node)?.[1]);
    expect(test?.strategy?.matrix.os.map((os) => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows']);
    expect(test?.strategy?.matrix.node[0]).toBe(oldest);
    expect(test?.strategy?.matrix.node).toContain(Number(readFileSync('.nvmrc', 'utf8')));
  });

  it('run the commands in the README, and check for advisories', () => {
    const commands = test?.steps.flatMap(({ run }) => run ?? []);
    expect(commands).toEqual(expect.arrayContaining(['npm ci', 'npm test']));
    expect(audit?.steps.flatMap(({ run }) => run ?? [])).toContain('npm audit --omit=dev');
  });

  it('deploy what was tested: the deploying job builds nothing', () => {
    expect(deploy?.needs).toEqual(['test', 'audit']);
    expect(deploy?.steps.flatMap(({ run }) => run ?? [])).toEqual([]);
    expect(test?.steps.find(({ uses }) => uses?.startsWith('actions/upload-pages-artifact'))?.with?.path).toBe('dist');
  });
});

describe('tests', () => {
  /** The script that runs the files of each folder. */
  const runners: readonly (readonly [files: RegExp, script: string])[] = [
    [/^(?:unit|contract|property|golden|hostile)\/.*\.test\.ts$/, 'test'],
    [/^browser\/.*\.spec\.ts$/, 'test'],
    [/^webkit\/.*\.test\.ts$/, 'test:webkit'],
    [/^long\/.*\.long\.ts$/, 'test:long'],
    [/^long\/browser\/.*\.spec\.ts$/, 'test:long'],
  ];
  const commands = readdirSync('.github/workflows').flatMap((name) => {
    const { jobs } = parse(readFileSync(`.github/workflows/${name}`, 'utf8')) as Workflow;
    return Object.values(jobs).flatMap(({ steps, strategy }) =>
      steps.flatMap(({ run = '' }) => {
        const scripts = (strategy?.matrix as { readonly script?: string[] } | undefined)?.script ?? [''];
        return scripts.map((script) => run.replace(/\$\{\{ matrix\.script \}\}/g, script));
      }),
    );
  });

  it('are each run by a workflow', () => {
    const files = readdirSync('test', { recursive: true }).map((name) => String(name).replaceAll('\\', '/'));
    const tests = files.filter((path) => /\.(?:test|spec|long)\.ts$/.test(path));
    expect(tests.length).toBeGreaterThan(300);
    expect(tests.filter((path) => !runners.some(([pattern]) => pattern.test(path)))).toEqual([]);
    const run = [...new Set(runners.map(([, script]) => script)), 'fuzz', 'bench', 'bench:packs', 'bench:quality'];
    const isRun = (script: string) =>
      commands.some((line) => new RegExp(`npm (?:run )?${script}(?![\\w:])`).test(line));
    expect(run.filter((script) => !isRun(script))).toEqual([]);
  });

  // The configuration needs a browser.
  it.skipIf(!findBrowser('chromium'))(
    'that are tagged long, or are only for Firefox, run with the long ones',
    async () => {
      const { default: long } = await import('../../../playwright.long.config.ts');
      const { default: normal } = await import('../../../playwright.config.ts');
      const rest = long.projects?.filter(({ testDir }) => testDir === 'test/browser') ?? [];
      for (const { name, grepInvert } of normal.projects ?? [])
        expect(rest.map(({ name: own, grep }) => [own, grep])).toContainEqual([`${name}, the rest`, grepInvert]);
      expect(
        rest.some(({ name, testMatch }) => name === 'firefox, stories' && String(testMatch).includes('app|sites')),
      ).toBe(normal.projects?.some(({ name }) => name === 'firefox'));
    },
  );
});

describe('files of the project', () => {
  it('parse if they are YAML', () => {
    const paths = readdirSync('.github', { recursive: true }).map(
      (name) => `.github/${String(name).replaceAll('\\', '/')}`,
    );
    const documents = paths.filter((path) => path.endsWith('.yml')).map((path) => parse(readFileSync(path, 'utf8')));
    expect(documents.length).toBeGreaterThanOrEqual(5);
    expect(documents.every((document) => typeof document === 'object' && document !== null)).toBe(true);
  });

  it('name npm scripts that exist', () => {
    const texts = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', '.github/PULL_REQUEST_TEMPLATE.md'].map((path) =>
      readFileSync(path, 'utf8'),
    );
    const named = texts.flatMap((text) =>
      [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name]) => name as string),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });

  it('name one version', () => {
    const { version } = manifest;
    expect(parse(readFileSync('CITATION.cff', 'utf8'))).toMatchObject({ version });
    expect(JSON.parse(readFileSync('package-lock.json', 'utf8'))).toMatchObject({ version });
    expect(JSON.parse(readFileSync('extension/manifest.json', 'utf8'))).toMatchObject({ version });
    expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## ${version} · `);
  });

  it('describe the command for the MCP registry as it asks, once the owner has named it', () => {
    expect(toServerJson({ name: manifest.name, version: manifest.version })).toBeUndefined();
    const repository = { url: 'git+https://github.com/someone/quire.git' };
    const server = toServerJson({ ...manifest, mcpName: 'io.github.someone/quire', repository });
    // Limits of https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json.
    expect(server?.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(server?.description.length).toBeLessThanOrEqual(100);
    expect(server?.repository).toEqual({ url: 'https://github.com/someone/quire', source: 'github' });
    const { name: identifier, version } = manifest;
    expect(server).toMatchObject({
      version,
      packages: [{ registryType: 'npm', identifier, version, transport: { type: 'stdio' } }],
    });
  });

  it('start scripts that exist', () => {
    const scripts = Object.values(manifest.scripts).flatMap(
      (command) => command.match(/(?:scripts|test)\/[\w./-]+/g) ?? [],
    );
    expect(scripts.filter((path) => !existsSync(path))).toEqual([]);
  });
});
