import type { NodeParts } from './node-engine.ts';

/** Parts of the installation that commands use. */
export interface Installed {
  loadParts(): Promise<NodeParts>;
  /** The folder of the built app. */
  readonly dist: string;
  readonly version: string;
  /** The file of the server that goes into MCP bundles. */
  readonly server: string;
  /** The command's own file, to start threads with. Absent: everything runs in one. */
  readonly script?: string;
}
