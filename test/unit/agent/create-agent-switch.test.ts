import { describe, expect, it, vi } from 'vitest';
import { MAX_ANSWER_CHARS } from '../../../src/agent/answer-pages.ts';
import { createAgentSwitch } from '../../../src/agent/create-agent-switch.ts';
import type { ModelContext, ModelTool } from '../../../src/agent/model-context.ts';
import type { Engine } from '../../../src/engine/contract.ts';
import { ingestFiles, type MadeFiles, makeCollection, makeEngine } from '../../support/make-engine.ts';

/** A browser with WebMCP: keeps tools until their signal aborts. */
function fakeContext(): ModelContext & { readonly tools: Map<string, ModelTool> } {
  const tools = new Map<string, ModelTool>();
  return {
    tools,
    registerTool(tool, options) {
      tools.set(tool.name, tool);
      options?.signal?.addEventListener('abort', () => tools.delete(tool.name));
    },
  };
}

/** Starts a tab; `call` names the collection unless the input does. */
async function startTab(engine: Engine, id = '', listCrawls = async () => [] as never) {
  const { tools, ...modelContext } = fakeContext();
  const agent = await createAgentSwitch({ engine, listCrawls, modelContext });
  if (agent === undefined) throw new Error('there is a model context');
  const call = (name: string, input: object = {}) =>
    (tools.get(name) as ModelTool).execute(name === 'list_collections' ? input : { collection: id, ...input });
  return { agent, tools, call };
}

/** Makes a collection that is switched on. */
async function openToAgents(files: MadeFiles, listCrawls?: Parameters<typeof startTab>[2]) {
  const { engine } = await makeEngine();
  const id = await makeCollection(engine, files);
  const tab = await startTab(engine, id, listCrawls);
  await tab.agent.setEnabled(id, true);
  return { ...tab, engine, id };
}

const ALPHA = { 'a.md': '# Alpha\n\nretry after a while\n' };

describe('tools for agents', () => {
  it('exist only while at least one collection is switched on', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, ALPHA);
    const { agent, tools } = await startTab(engine);
    expect(tools.size).toBe(0);
    await agent.setEnabled(id, true);
    expect([...tools.keys()].sort().join(' ')).toBe(
      'check_citations crawl_status get_chunk list_collections list_outline list_symbols pack_context references search',
    );
    expect((await engine.readChoices(id)).agents).toBe(true);
    await agent.setEnabled(id, false);
    expect(tools.size).toBe(0);
  });

  it('refuse in every tab as soon as one tab has switched the collection off', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, ALPHA);
    const [here, there] = [await startTab(engine, id), await startTab(engine, id)];
    await here.agent.setEnabled(id, true);
    await vi.waitUntil(() => there.tools.size === 9);
    expect(there.agent.isEnabled(id)).toBe(true);
    const search = there.tools.get('search') as ModelTool;
    expect(await search.execute({ collection: id, query: 'retry' })).toMatchObject({ total: 1 });
    await here.agent.setEnabled(id, false);
    await expect(search.execute({ collection: id, query: 'retry' })).rejects.toThrow('no such collection');
    await vi.waitUntil(() => there.tools.size === 0);
    expect(there.agent.isEnabled(id)).toBe(false);
  });

  it('are read-only, and say that their results are untrusted', async () => {
    const { tools } = await openToAgents(ALPHA);
    for (const tool of tools.values()) {
      expect(tool.annotations).toEqual({ readOnlyHint: true, untrustedContentHint: true });
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it('serve collections that are switched on, and deny the others', async () => {
    const { engine, call, id } = await openToAgents(ALPHA);
    const closed = await makeCollection(engine, { 'b.md': '# Beta\n\nretry secretly\n' });
    expect(await call('list_collections')).toEqual({ items: [expect.objectContaining({ id })], total: 1 });
    expect(await call('search', { query: 'retry' })).toMatchObject({ total: 1 });
    expect(await call('get_chunk', { id: 'c0001' })).toMatchObject({ chunk: { path: 'a.md' } });
    expect(await call('list_outline', { path: 'a.md' })).toMatchObject({ items: [{ text: 'Alpha' }], total: 1 });
    expect(await call('pack_context', { query: 'retry', budget_tokens: 2000 })).toMatchObject({ chunks: 1 });
    await expect(call('search', { collection: closed, query: 'retry' })).rejects.toThrow('no such collection');
  });

  it('mask every answer as packs do, and find nothing by masked text', async () => {
    const value = `Qz7kW9t${'x2LmP4rT'}`;
    const address = `https://x.org/?tok${'en'}=${value}`;
    const files = {
      'a.md': `# Key ${value}\n\nretry with it\n`,
      'b.env': `API_TOK${'EN'}=${value}\n`,
      'c.ts': `export function use${value}() {}\n`,
    };
    const { call } = await openToAgents(files, async () => [{ jobId: 'j', startUrl: address }] as never);
    const answers = [
      await call('search', { query: 'retry key' }),
      ...(await Promise.all(['c0001', 'c0002', 'c0003'].map((ref) => call('get_chunk', { id: ref })))),
      await call('list_outline', { path: 'a.md' }),
      await call('list_symbols', { path: 'c.ts' }),
      await call('references', { name: 'retry' }),
      await call('pack_context', { query: 'retry', budget_tokens: 2000 }),
      await call('crawl_status'),
      await call('check_citations', { answer: `"retry with ${value}" (a.md:3) and "export function use${value}()"` }),
    ];
    expect(answers.filter((answer) => JSON.stringify(answer).includes(value))).toEqual([]);
    expect(answers.filter((answer) => JSON.stringify(answer).includes('[[secret:token:')).length).toBeGreaterThan(5);
    expect(await call('search', { query: value })).toMatchObject({ total: 0 });
    expect(await call('references', { name: value })).toMatchObject({ total: 0 });
  });

  it('mask names of collections, files and neighbours, and reveal nothing to a query for a secret', async () => {
    const { engine } = await makeEngine();
    const value = `gh${'p_'}Zk81LmQ4rT7xWv2bNc5sYd9fGh3jKp6oUeRa`;
    const { id } = await engine.createCollection({ name: `keys of ${value}` });
    const text = (n: number): string => `# Part ${n}\n\nretry ${n} ${'with patience '.repeat(40)}\n\n`;
    await ingestFiles(engine, id, {
      [`notes/${value}.md`]: `${text(1)}use ${value} here\n\n${text(2)}${text(3)}`,
      'page.html': `<h1>${value}</h1><p>retry gh<b>p_</b>${value.slice(4)}</p>`,
      'data.json': JSON.stringify({ [value]: 'retry', list: [value] }),
    });
    const { agent, call } = await startTab(engine, id);
    await agent.setEnabled(id, true);
    const found = (await call('search', { query: 'retry', limit: 50 })) as { hits: { id: string; path: string }[] };
    expect(found.hits.length).toBeGreaterThan(3);
    const paths = [...new Set(found.hits.map(({ path }) => path))];
    const answers = [
      found,
      await call('list_collections', {}),
      ...(await Promise.all(found.hits.map((hit) => call('get_chunk', { id: hit.id })))),
      ...(await Promise.all(paths.map((path) => call('list_outline', { path })))),
      ...(await Promise.all(paths.map((path) => call('list_symbols', { path })))),
      await call('pack_context', { query: 'retry', budget_tokens: 4_000 }),
      await call('pack_context', { query: `where is ${value}`, budget_tokens: 4_000, format: 'xml' }),
    ];
    const leaks = answers.filter((answer) => JSON.stringify(answer).includes(value.slice(4)));
    expect(leaks).toEqual([]);
    for (const query of [
      value,
      value.slice(4),
      `${value.slice(0, -1)}b`,
      `path:notes/${value.slice(0, 12)}`,
      `"${value}"`,
    ])
      expect(await call('search', { query }), query).toMatchObject({ total: 0 });
    expect(await call('list_outline', { path: `notes/${value}.md` }).catch(() => 'refused')).not.toMatchObject({
      total: 3,
    });
  });

  it('refuse input that does not match their schema', async () => {
    const { call } = await openToAgents(ALPHA);
    await expect(call('search', { query: 5 })).rejects.toThrow('bad input: search.query');
    await expect(call('search', { query: 'a', crawl: 'https://example.org' })).rejects.toThrow();
    for (const cursor of ['-1', '1.5', 'x', '9'.repeat(20)])
      await expect(call('list_outline', { path: 'a.md', cursor })).rejects.toThrow('cursor');
  });

  it('refuse lists, patterns and numbers over their limit, and name the limit and the value', async () => {
    const { call } = await openToAgents(ALPHA);
    const search = (more: object) => call('search', { query: 'retry', ...more });
    for (const name of ['path', 'kind', 'heading', 'symbol', 'lang', 'source']) {
      const many = Array.from({ length: 100_000 }, (_, i) => `docs/**/${i}*`);
      await expect(search({ filters: { [name]: many } })).rejects.toThrow(
        `bad input: search.filters.${name}: at most 100 items allowed, not 100000`,
      );
      await expect(search({ filters: { [name]: ['*.md', 'a'.repeat(1_001)] } })).rejects.toThrow(
        `bad input: search.filters.${name}.1: at most 1000 characters allowed, not 1001`,
      );
    }
    await expect(search({ query: 'a'.repeat(4_001) })).rejects.toThrow('search.query: at most 4000 characters');
    await expect(search({ limit: 51 })).rejects.toThrow('search.limit: at most 50 allowed, not 51');
    await expect(call('get_chunk', { id: '' })).rejects.toThrow('at least 1 characters allowed, not 0');
    expect(await search({ filters: { path: Array.from({ length: 100 }, () => 'a.md') } })).toMatchObject({ total: 1 });
  });

  it('split long answers into parts of limited size that add up to the whole', async () => {
    const headings = Array.from({ length: 2_000 }, (_, i) => `## Heading number ${i}\n\nretry ${i}\n`);
    const { engine, id, call } = await openToAgents({ 'long.md': `# Long\n\n${headings.join('\n')}` });
    const ask = async (name: string, input: object) => {
      const parts: { items?: unknown[]; hits?: unknown[]; text?: string; next_cursor?: string }[] = [];
      for (let cursor: string | undefined; parts.length === 0 || cursor !== undefined; ) {
        const part = (await call(name, { ...input, ...(cursor && { cursor }) })) as (typeof parts)[0];
        expect(JSON.stringify(part).length).toBeLessThan(MAX_ANSWER_CHARS * 1.2);
        parts.push(part);
        cursor = part.next_cursor;
      }
      return parts;
    };
    const outline = await ask('list_outline', { path: 'long.md' });
    expect(outline.length).toBeGreaterThan(2);
    const rows = await engine.listOutline(id, 'long.md');
    expect(outline.flatMap(({ items = [] }) => items)).toEqual(
      rows.map(({ startLine, endLine, ...row }) => ({ ...row, start_line: startLine, end_line: endLine })),
    );
    const packs = await ask('pack_context', { query: 'retry', budget_tokens: 40_000 });
    const options = {
      query: 'retry',
      budgetTokens: 40_000,
      format: 'markdown',
      counter: 'o200k',
      mask: false,
    } as const;
    expect(packs.length).toBeGreaterThan(1);
    expect(packs.map(({ text }) => text).join('')).toBe((await engine.makePack({ collectionId: id, ...options })).text);
    const hits = await ask('search', { query: 'retry', limit: 50 });
    expect(hits.flatMap((part) => part.hits ?? []).length).toBe((await engine.search(id, 'retry')).total);
  });

  it('are logged with tool, collection, size and outcome, and without input', async () => {
    const { engine, agent, call, id } = await openToAgents(ALPHA);
    const closed = await makeCollection(engine, { 'b.md': '# Beta\n\nretry secretly\n' });
    const seen: number[] = [];
    const stop = agent.calls.subscribe(() => seen.push(agent.calls.list().length));
    await call('search', { query: 'retry' });
    await call('search', { collection: closed, query: 'retry' }).catch(() => undefined);
    await call('search', { query: 7 }).catch(() => undefined);
    stop();
    await call('list_collections');
    expect(seen).toEqual([1, 2, 3]);
    expect(agent.calls.list()).toMatchObject([
      { tool: 'list_collections', outcome: 'answered' },
      { tool: 'search', outcome: 'bad-input', collectionId: id, chars: 0 },
      { tool: 'search', outcome: 'refused', chars: 0 },
      { tool: 'search', outcome: 'answered', collectionId: id },
    ]);
    expect(agent.calls.list()[3]?.chars).toBeGreaterThan(50);
    expect(JSON.stringify(agent.calls.list())).not.toMatch(new RegExp(`retry|${closed}`));
  });

  it('read the published collection at once, and stop once that is switched off', async () => {
    const { engine } = await makeEngine();
    const id = await makeCollection(engine, { 'a.md': '# Alpha\n' });
    const asPublished = {
      ...engine,
      listCollections: async () =>
        (await engine.listCollections()).map((one) => ({ ...one, publishedAt: 'https://host.test/collection/' })),
    };
    const first = await startTab(asPublished);
    expect(first.tools.size).toBe(9);
    await first.agent.setEnabled(id, false);
    expect((await startTab(asPublished)).tools.size).toBe(0);
  });
});
