import type { Plugin } from 'vite';
import { makeNotice } from '../list-licences.mjs';

/** `licences.txt`: the notices of everything in the app, shipped with it. */
export function licences(): Plugin {
  return {
    name: 'quire-licences',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: makeNotice() });
    },
  };
}
