import { openAsBlob } from 'node:fs';
import { buildMcp } from '../../scripts/build-mcp.mjs';
import { getOnly, getOption, parseArguments } from './arguments.ts';
import { createNodeEngine, openAny, toFileTarget } from './node-engine.ts';

/** `agent <dir|zip|index.json> --out <file.mcpb> [--skill <file.zip>] [--mask]`: writes the MCP bundle and the skill of a collection. */
export async function runAgent(args: readonly string[]): Promise<undefined> {
  const parsed = parseArguments(args, ['mask'], ['out', 'skill']);
  const path = getOnly(parsed, 'directory, archive or index.json');
  const out = getOption(parsed, 'out');
  const { engine } = await createNodeEngine();
  const collectionId = await openAny(engine, path);
  const mask = parsed.options.has('mask');
  const server = await openAsBlob((await buildMcp()).server);
  await engine.exportAgent({ collectionId, jobId: 'agent', mask, server, target: toFileTarget(out) });
  const skill = parsed.options.get('skill');
  if (skill !== undefined)
    await engine.exportAgent({ collectionId, jobId: 'skill', mask, target: toFileTarget(skill) });
}
