import { describe, expect, it } from 'vitest';
import type { LeafMaker } from '../../../src/engine/deps.ts';
import { createOpenCollections } from '../../../src/engine/open/open-collections.ts';
import { createMasking } from '../../../src/engine/output/mask-collection.ts';
import { ingestFiles, makeEngine } from '../../support/make-engine.ts';

const TOKEN = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const FILES: Record<string, string> = {
  'a.html': `<title>${TOKEN}</title><p>to<b>ken</b> password="sk_live_4eC39HqLyjWDarjtT1zdp7dc9Xk2"</p>`,
  'b.json': '{"password": "c0rrect-h0rse-9Zk2", "url": "postgres://bob:s3cr3tPw_91@db/x"}',
  'c.md': `# Quotes\n\nc0rrect-h0rse-9Zk2 was in the log\n\n${'plain words '.repeat(900)}\n\n${TOKEN}\n`,
  'd.md': '# Clean\n\nNothing.\n',
  'e.ipynb': JSON.stringify({
    ...{ nbformat: 4, nbformat_minor: 5, metadata: {} },
    cells: [{ cell_type: 'code', source: [`key = '${TOKEN}'\n`], outputs: [], metadata: {}, execution_count: 1 }],
  }),
};

/** `onMake` is called before each leaf is made. */
async function makeBench(onMake: () => Promise<void> | void = () => {}) {
  const wrap = (maker: LeafMaker): LeafMaker => ({
    ...maker,
    async make(tasks, signal) {
      await onMake();
      return maker.make(tasks, signal);
    },
  });
  const made = await makeEngine({ wrap });
  const { id } = await made.engine.createCollection({ name: 'made' });
  await ingestFiles(made.engine, id, FILES);
  const exportMasked = async (jobId: string): Promise<Uint8Array> => {
    const { blob } = await made.engine.exportZip({ collectionId: id, jobId, form: 'full', mask: true });
    return new Uint8Array(await (blob as Blob).arrayBuffer());
  };
  return { ...made, id, exportMasked };
}

describe('an export that masks file by file', () => {
  it('makes a masked file the same way when it is read again', async () => {
    const { deps, id } = await makeBench();
    await createOpenCollections(deps).withWholeCollection(id, async (open) => {
      const { entries } = await open.readTable();
      const masking = await createMasking(deps, { open, allowed: new Set() }, entries);
      const files = [];
      for (const entry of entries) files.push(await masking.maskFile(entry));
      expect(files.filter(({ leaf }) => leaf !== undefined).length).toBe(4);
      for (const { leaf, remake } of files) expect(await remake()).toEqual(leaf);
    });
  });

  it('gives the same bytes while another export of the same collection runs', async () => {
    const { exportMasked } = await makeBench();
    const alone = await exportMasked('alone');
    const [first, second] = await Promise.all([exportMasked('first'), exportMasked('second')]);
    expect(first).toEqual(alone);
    expect(second).toEqual(alone);
  });

  it('ends after a cancel, and the next one is whole', async () => {
    let onMake = (): void => {};
    const { engine, exportMasked } = await makeBench(() => onMake());
    const alone = await exportMasked('alone');
    onMake = () => void engine.cancel('cancelled');
    await expect(exportMasked('cancelled')).rejects.toMatchObject({ code: expect.stringMatching(/cancelled$/) });
    onMake = () => {};
    expect(await exportMasked('next')).toEqual(alone);
  });

  it('finishes if its collection is deleted meanwhile', async () => {
    let onMake = async (): Promise<void> => {};
    const { engine, id, exportMasked } = await makeBench(() => onMake());
    const alone = await exportMasked('alone');
    onMake = async () => {
      onMake = async () => {};
      await engine.deleteCollection(id);
    };
    expect(await exportMasked('deleted')).toEqual(alone);
    expect(await engine.listCollections()).toEqual([]);
  });
});
