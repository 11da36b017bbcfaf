/** The command's entry in the MCP registry, for a release whose package.json has `mcpName` (its name there) and `repository`. */

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/**
 * @param {{ name: string, version: string, mcpName?: string, homepage?: string, repository?: string | { url: string } }} manifest
 * @returns undefined until the owner has filled in both.
 */
export function toServerJson({ name, version, mcpName, homepage, repository }) {
  const address = typeof repository === 'string' ? repository : repository?.url;
  if (mcpName === undefined || address === undefined) return undefined;
  const url = address.replace(/^git\+/, '').replace(/\.git$/, '');
  return {
    $schema: SCHEMA,
    name: mcpName,
    title: 'Quire',
    description: 'Search, read and pack your own folders and documents for a model, on this computer.',
    version,
    repository: { url, source: new URL(url).host.replace(/\.com$/, '') },
    ...(homepage === undefined ? {} : { websiteUrl: homepage }),
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          {
            type: 'positional',
            valueHint: 'folder',
            description: 'A folder to serve; several are served together.',
            format: 'filepath',
            isRequired: true,
            isRepeated: true,
          },
        ],
      },
    ],
  };
}
