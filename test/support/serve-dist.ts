import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type StaticServer, startStaticServer } from '../../scripts/static-server.mjs';

export const distRoot = resolve(process.env.QUIRE_DIST ?? 'dist');

/** Serves the built app as a plain static host would. Stop it to be offline; give `port` to come back at the same address. */
export function serveDist(options: {
  base?: string;
  port?: number;
  blocked?: (path: string) => boolean;
  onRequest?: (path: string) => void;
}): Promise<StaticServer> {
  if (!existsSync(resolve(distRoot, 'index.html'))) throw new Error(`no built app in ${distRoot}: run npm run build`);
  return startStaticServer({ root: distRoot, ...options });
}
