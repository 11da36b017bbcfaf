import { buildMcp } from '../../scripts/build-mcp.mjs';
import { writeAgent } from '../../src/cli/commands.ts';
import { openAny } from '../../src/cli/node-engine.ts';
import { toFileTarget } from '../../src/cli/targets.ts';
import { makeNodeEngine } from '../support/node-engine.ts';
import { getOnly, getOption, parseArguments } from './arguments.ts';

/** `agent <dir|zip|index.json> --out <file.mcpb> [--skill <file.zip>] [--mask]`: writes the MCP bundle and the skill of a collection. */
export async function runAgent(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['mask'], ['out', 'skill']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  getOption(parsed, 'out');
  const { engine } = await makeNodeEngine();
  const options = { collectionId: await openAny(engine, path), mask: parsed.options.has('mask') };
  await writeAgent(engine, { ...options, server: (await buildMcp()).server }, async (name, write) => {
    const out = parsed.options.get(name);
    if (out !== undefined) await write(toFileTarget(out));
  });
}
