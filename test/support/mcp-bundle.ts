import { execFileSync } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { buildMcp } from '../../scripts/build-mcp.mjs';
import type { AgentExportOptions, Engine } from '../../src/engine/contract.ts';

export interface McpBundle {
  /** Unpacked by the tool of the format. */
  readonly folder: string;
  readonly bytes: Uint8Array;
  remove(): void;
}

/** An MCP bundle of a collection, checked and unpacked by `@anthropic-ai/mcpb`. */
export async function makeBundle(
  engine: Engine,
  collectionId: string,
  options: Partial<AgentExportOptions> = {},
): Promise<McpBundle> {
  const server = await openAsBlob((await buildMcp()).server);
  const { blob } = await engine.exportAgent({ collectionId, jobId: 'agent', mask: false, server, ...options });
  const bytes = new Uint8Array(await (blob as Blob).arrayBuffer());
  const root = mkdtempSync(join(tmpdir(), 'quire-mcp-'));
  const folder = join(root, 'bundle');
  writeFileSync(join(root, 'made.mcpb'), bytes);
  const run = (...args: string[]) => execFileSync('node_modules/.bin/mcpb', args, { stdio: 'pipe' });
  run('unpack', join(root, 'made.mcpb'), folder);
  run('validate', join(folder, 'manifest.json'));
  return { folder, bytes, remove: () => rmSync(root, { recursive: true }) };
}

export interface McpSession {
  readonly client: Client;
  readonly pid: number;
  /** Calls a tool: the facts, the quoted text, and whether it is a tool error. */
  call(name: string, input: object): Promise<{ facts: Facts; text: string; isError: boolean }>;
  /** Text on standard error so far. */
  errors(): string;
}

// biome-ignore lint/suspicious/noExplicitAny: an answer is any JSON
type Facts = any;

/** Starts the server with the real client over stdio. */
export async function startSession(folder: string, { flags = [] as string[], args = [] as string[] } = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...flags, join(folder, 'server.mjs'), ...args],
    stderr: 'pipe',
    cwd: folder,
  });
  let errors = '';
  transport.stderr?.on('data', (data) => {
    errors += String(data);
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  const session: McpSession = {
    client,
    pid: transport.pid as number,
    async call(name, input) {
      const { content, isError = false } = await client.callTool({ name, arguments: { ...input } });
      const [first, second] = content as { text: string }[];
      const facts = isError ? {} : JSON.parse(first?.text ?? '{}');
      return { facts, text: (isError ? first : second)?.text ?? '', isError: isError === true };
    },
    errors: () => errors,
  };
  return session;
}
