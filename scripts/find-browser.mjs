/**
 * Finds the browsers that tests run in: an installed one, else Playwright's download, else Debian's package.
 * `node scripts/find-browser.mjs` installs missing ones and prints the paths.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const places = {
  chromium: {
    variable: 'QUIRE_CHROMIUM',
    names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
    paths: [
      '/usr/bin/chromium',
      '/usr/bin/google-chrome',
      '/opt/google/chrome/chrome',
      '/snap/bin/chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    ],
    debianPackage: 'chromium',
  },
  firefox: {
    variable: 'QUIRE_FIREFOX',
    names: ['firefox-esr', 'firefox'],
    paths: [
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/usr/lib/firefox/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
    debianPackage: 'firefox-esr',
  },
};

/**
 * @param {'chromium' | 'firefox'} name
 * @returns {{ path: string, from: 'installed' | 'playwright' } | undefined}
 */
export function findBrowser(name) {
  const place = places[name];
  const chosen = process.env[place.variable];
  if (chosen) return { path: chosen, from: 'installed' };
  const installed = [...place.names.flatMap(onPath), ...place.paths].find(canRun);
  if (installed) return { path: installed, from: 'installed' };
  const downloaded = playwrightPath(name);
  return downloaded ? { path: downloaded, from: 'playwright' } : undefined;
}

/**
 * Like `findBrowser`, but fetches a missing browser, which takes minutes.
 * @param {'chromium' | 'firefox'} name
 */
export function ensureBrowser(name) {
  const found = findBrowser(name);
  if (found) return found;
  say(`no ${name} installed: trying Playwright's download`);
  run('npx', ['playwright', 'install', name]);
  const downloaded = findBrowser(name);
  // Only root can install the libraries without a password.
  if (downloaded && !starts(downloaded.path) && isRoot()) run('npx', ['playwright', 'install-deps', name]);
  if (downloaded && starts(downloaded.path)) return downloaded;
  if (isRoot() && onPath('apt-get').some(canRun)) {
    say(`trying the Debian package ${places[name].debianPackage}`);
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', places[name].debianPackage]);
  }
  return findBrowser(name);
}

/**
 * Finds WebKitGTK's driver, its browser and a display: Debian has them in `webkit2gtk-driver` and `xvfb`. Fetches nothing.
 * @returns {{ driver: string, browser: string, display: string } | undefined}
 */
export function findWebKit() {
  const driver = onPath('WebKitWebDriver').find(canRun);
  const display = onPath('xvfb-run').find(canRun);
  const libraries = ['/usr/lib', '/usr/libexec'].flatMap((root) => [root, ...listFolder(root)]).flatMap(listFolder);
  const browser = libraries
    .filter((path) => /webkit2?gtk-\d/.test(path))
    .map((path) => join(path, 'MiniBrowser'))
    .find(canRun);
  return driver && browser && display ? { driver, browser, display } : undefined;
}

/** @param {string} path */
function listFolder(path) {
  try {
    return readdirSync(path).map((name) => join(path, name));
  } catch {
    return [];
  }
}

/** @param {string} name */
function onPath(name) {
  return (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, name));
}

/** @param {string} path */
function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return existsSync(path);
  } catch {
    return false;
  }
}

/** @param {'chromium' | 'firefox'} name */
function playwrightPath(name) {
  try {
    const listing = execFileSync('npx', ['playwright', 'install', '--dry-run', name], { encoding: 'utf8' });
    const directory = /Install location:\s+(\S.*)/.exec(listing)?.[1]?.trim();
    if (!directory) return undefined;
    const inside = {
      chromium: ['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-win/chrome.exe'],
      firefox: ['firefox/firefox', 'firefox/firefox.exe', 'firefox/Nightly.app/Contents/MacOS/firefox'],
    };
    return inside[name].map((path) => join(directory, path)).find(canRun);
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function starts(path) {
  return spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;
}

function isRoot() {
  return typeof process.getuid === 'function' && process.getuid() === 0;
}

// If the network drops packets, Playwright's own timeout (30 s, fifteen times) is longer than our tests.
const unattended = {
  PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
  DEBIAN_FRONTEND: 'noninteractive',
  ...process.env,
};

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const result = spawnSync(command, args, { stdio: ['ignore', 2, 2], timeout: 600_000, env: unattended });
  if (result.status !== 0) say(`${command} ${args[0]} did not succeed`);
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`find-browser: ${line}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  let missing = 0;
  for (const name of /** @type {const} */ (['chromium', 'firefox'])) {
    const browser = ensureBrowser(name);
    console.log(`${name} ${browser ? `${browser.path} (${browser.from})` : 'not found and could not be fetched'}`);
    if (!browser) missing++;
  }
  console.log(`webkit ${findWebKit()?.browser ?? 'not found: its test is left out'}`);
  process.exit(missing === 0 ? 0 : 1);
}
