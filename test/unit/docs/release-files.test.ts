import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

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

  it('start scripts that exist', () => {
    const scripts = Object.values(manifest.scripts).flatMap(
      (command) => command.match(/(?:scripts|test)\/[\w./-]+/g) ?? [],
    );
    expect(scripts.filter((path) => !existsSync(path))).toEqual([]);
  });
});
