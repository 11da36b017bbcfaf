import { fileURLToPath } from 'node:url';
import { openAny } from '../../src/cli/node-engine.ts';
import { indexFolder, publishFolder } from '../../src/cli/publish-folder.ts';
import { readApp, toFileTarget } from '../../src/cli/targets.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { type Arguments, getOnly, getOption, parseArguments } from './arguments.ts';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** `publish <dir|zip|index.json> --out <folder> [--name <text>] [--description <text>] [--start <path>] [--address <url>] [--passphrase <text>] [--open] [--mask] [--json]`: writes the folder to copy to a host, with the app from `dist/`. */
export async function runPublish(args: readonly string[]): Promise<undefined> {
  const options = ['out', 'passphrase', 'name', 'description', 'start', 'ignore', 'address'];
  const parsed = parseArguments(args, ['mask', 'json', 'open', 'index-only'], options);
  if (parsed.options.has('index-only')) return runIndexOnly(parsed);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const figures = await publishFolder({
    out: getOption(parsed, 'out'),
    mask: parsed.options.has('mask'),
    dist: DIST,
    site: Object.fromEntries(
      [...parsed.options].filter(([key]) => ['name', 'description', 'start', 'address'].includes(key)),
    ),
    passphrase: parsed.options.get('passphrase'),
    allowOpen: parsed.options.has('open'),
    async open() {
      const { engine } = await makeNodeEngine();
      return { engine, collectionId: await openAny(engine, path) };
    },
  });
  if (parsed.options.has('json')) process.stdout.write(`${JSON.stringify(figures)}\n`);
  return undefined;
}

/** `publish <dir> --index-only [--out <folder>] [--ignore <selectors>] [--name <text>] [--mask] [--json]`: writes the search of a built site into its folder `quire/`. */
async function runIndexOnly(parsed: Arguments): Promise<undefined> {
  const figures = await indexFolder({
    path: getOnly(parsed, 'folder of a built site'),
    ...{ out: parsed.options.get('out'), name: parsed.options.get('name'), ignore: parsed.options.get('ignore') },
    ...{ mask: parsed.options.has('mask'), dist: DIST },
    open: makeNodeEngine,
  });
  if (parsed.options.has('json')) process.stdout.write(`${JSON.stringify(figures)}\n`);
  return undefined;
}

/** `page <dir|zip|index.json> --out <file.html> [--mask]`: writes the collection and the app from `dist/` as one HTML file. */
export async function runPage(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['mask'], ['out']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const { engine } = await makeNodeEngine();
  await engine.publish({
    collectionId: await openAny(engine, path),
    jobId: 'page',
    form: 'page',
    mask: parsed.options.has('mask'),
    app: await readApp(DIST),
    target: toFileTarget(getOption(parsed, 'out')),
  });
}
