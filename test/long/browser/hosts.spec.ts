import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseFiles, expectFinished, results, search } from '../../browser/app/story.ts';
import { atEnd, expect, test } from '../../support/app-test.ts';
import { distRoot } from '../../support/serve-dist.ts';

const page = readFileSync('docs/hosting.md', 'utf8');
/** Ports of the tests, in place of 8080: two browsers may run at once. */
const PORTS = { nginx: 18_081, caddy: 18_082, apache: 18_083 } as const;

interface Host {
  readonly program: string;
  /** Configuration around the lines of the page. */
  readonly wrap: (lines: string, folder: string) => string;
  readonly start: (file: string, folder: string) => readonly string[];
}

const HOSTS: Readonly<Record<keyof typeof PORTS, Host>> = {
  nginx: {
    program: 'nginx',
    wrap: (lines, folder) =>
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${lines} }`,
    start: (file) => ['-c', file],
  },
  caddy: {
    program: 'caddy',
    wrap: (lines) => `{\n admin off\n}\n${lines}`,
    start: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  apache: {
    program: 'apache2',
    wrap: (lines, folder) => {
      const modules = ['mpm_event', 'authz_core', 'dir', 'mime', 'headers', 'deflate', 'filter'];
      const load = modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
      return [
        ...load,
        `PidFile ${folder}/pid`,
        `ErrorLog ${folder}/error.log`,
        'ServerName localhost',
        'TypesConfig /etc/mime.types',
        lines,
      ].join('\n');
    },
    start: (file) => ['-D', 'FOREGROUND', '-f', file],
  },
};

for (const [name, host] of Object.entries(HOSTS) as [keyof typeof PORTS, Host][])
  test.describe(`the lines for ${name} in docs/hosting.md`, () => {
    test.skip(
      ({ browserName }) => browserName !== 'chromium' || !isInstalled(host.program),
      `Chromium and ${host.program}`,
    );
    test.use({ offlineShell: true });

    test('serve the app with its headers, also offline afterwards', async ({ page: tab }) => {
      const { url, stop } = await startHost(name, host);
      const { headers } = await fetch(url);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-cache']);
      const missing = await fetch(`${url}nowhere.html`);
      expect([missing.status, missing.headers.get('x-content-type-options')]).toEqual([404, 'nosniff']);
      await tab.goto(url);
      const [script] = await tab
        .locator('script[type="module"]')
        .evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).src));
      const asset = await fetch(script as string, { headers: { 'accept-encoding': 'gzip' } });
      expect(asset.headers.get('cache-control')).toContain('immutable');
      expect(asset.headers.get('content-encoding')).toBe('gzip');
      await tab.evaluate(() => navigator.serviceWorker.ready);
      await chooseFiles(tab, { 'a.md': '# Quince\n\nA fruit.\n' });
      await expectFinished(tab, 1);
      await stop();
      await tab.reload();
      await search(tab, 'quince');
      await expect(results(tab)).toHaveCount(1);
    });
  });

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
}

/** Starts the server with the lines of the page, for the built app. */
async function startHost(name: keyof typeof PORTS, host: Host) {
  const folder = mkdtempSync(join(tmpdir(), `quire-${name}-`));
  // Its workers have another user.
  execFileSync('chmod', ['755', folder]);
  execFileSync('cp', ['-r', distRoot, join(folder, 'quire')]);
  const lines = page.match(new RegExp(`\`\`\`${name}\n([\\s\\S]*?)\n\`\`\``))?.[1] ?? '';
  expect(lines).toContain('/srv/quire');
  const own = lines.replaceAll('/srv/quire', join(folder, 'quire')).replaceAll('8080', String(PORTS[name]));
  const file = join(folder, 'configuration');
  writeFileSync(file, `${host.wrap(own, folder)}\n`);
  const server = spawn(host.program, host.start(file, folder), {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  });
  const stop = () => end(server);
  atEnd(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://localhost:${PORTS[name]}/`;
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200);
  return { url, stop };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill();
  await ended;
}
