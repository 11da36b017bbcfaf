import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type StaticServer, startStaticServer } from '../../scripts/static-server.mjs';
import { tellConsole } from './console-guard.ts';

export const distRoot = resolve(process.env.QUIRE_DIST ?? 'dist');

/** Serves the built app as a plain static host would, but for a service worker that tells its console to the guard. Stop it to be offline; give `port` to come back at the same address. */
export function serveDist(options: {
  root?: string;
  base?: string;
  port?: number;
  /** Compresses as hosts do; only for tests of loading. */
  compress?: boolean;
  blocked?: (path: string) => boolean;
  onRequest?: (path: string) => void;
}): Promise<StaticServer> {
  const root = options.root ?? distRoot;
  if (!existsSync(resolve(root, 'index.html'))) throw new Error(`no built app in ${root}: run npm run build`);
  return startStaticServer({
    ...options,
    root,
    preface: (path) => (path.endsWith('/service-worker.js') ? tellConsole : ''),
  });
}
