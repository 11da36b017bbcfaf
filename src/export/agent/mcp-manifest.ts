import { toSlug } from '../../lib/to-slug.ts';
import { MCP_DESCRIPTIONS } from '../../model/schema/mcp-tools.ts';
import { toOneLine } from '../text/labels.ts';

interface McpbInput {
  readonly name: string;
  readonly index_id: string;
  readonly files: number;
  /** The first sentence of the collection about itself, and its languages. */
  readonly about: string;
  readonly escapeHidden: boolean;
}

export const SERVER_NAME = 'server.mjs';

/** Writes `manifest.json` of an MCP bundle (manifest version 0.3). */
export function writeMcpManifest({ name, index_id, files, about, escapeHidden }: McpbInput): string {
  const title = toOneLine(name) || 'collection';
  const manifest = {
    manifest_version: '0.3',
    name: toSlug(title),
    display_name: title,
    // Build metadata: an update of the collection is an update of the bundle.
    version: `1.0.0+${index_id.slice(0, 8)}`,
    description: toOneLine(`Search, read and cite the ${files} files of ${title}, offline. ${about}`),
    author: { name: 'Quire' },
    server: {
      type: 'node',
      entry_point: SERVER_NAME,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${SERVER_NAME}`, ...(escapeHidden ? ['--escape-hidden'] : [])],
      },
    },
    tools: Object.entries(MCP_DESCRIPTIONS).map(([tool, description]) => ({ name: tool, description })),
    compatibility: { runtimes: { node: '>=20.0.0' } },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
