import { SERVER_NAME, writeMcpManifest } from '../../export/agent/mcp-manifest.ts';
import { writeSkill } from '../../export/agent/write-skill.ts';
import { summarise } from '../../export/artifacts/overview.ts';
import type { IndexView } from '../../export/contract.ts';
import { toStem } from '../../export/one-file/write-one-file.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import { countIndexed } from '../../model/collection.ts';
import type { PublishSink } from '../../publish/write/block-writer.ts';
import { writePublished } from '../../publish/write/write-published.ts';
import type { AgentExportOptions, Engine, ExportAnswer } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import type { Job } from '../jobs.ts';
import { type ExportedCollection, listRows } from '../open/faces.ts';
import { toIndexView } from '../output/index-view.ts';
import { runExport } from '../output/run-export.ts';
import { readChunks } from '../search/to-chunks.ts';
import { writeZipFolder } from './publish-sink.ts';
import { toPublishInput } from './to-publish-input.ts';

/** Exports for agents outside of the browser. */
export function createAgentActions(context: EngineContext): Pick<Engine, 'exportAgent'> {
  return {
    exportAgent: (options) =>
      runExport(context, options, async ({ exported, maskName }, job) => {
        const { server, collectionId } = options;
        if (server !== undefined) return writeMcpBundle(context, exported, { ...options, server, job });
        const records = context.collectionRecords.of(collectionId);
        const view = await toIndexView(context.deps.kernel, exported, { records, maskName });
        return writeSkillZip(view, { ...options, job });
      }),
  };
}

const MAX_ABOUT_CHARS = 300;

async function writeMcpBundle(
  { deps: { kernel } }: EngineContext,
  open: ExportedCollection,
  {
    server,
    escapeHidden = false,
    images = false,
    target,
    job,
  }: AgentExportOptions & { readonly server: Blob; readonly job: Job },
): Promise<ExportAnswer> {
  if (open.isRemote) throw new AppError('publish/read-only', 'a published collection is published already', {});
  const { collection } = open;
  job.phase('write');
  job.expect(open.fileCount, collection.stats.total_bytes);
  const fileName = `${toStem(collection)}.mcpb`;
  return writeZipFolder({ fileName, target, job }, async (sink) => {
    const files = countIndexed(collection.stats);
    const view = { files: listRows(open), chunks: (index: number) => readChunks(kernel, open, index) };
    const about = await summarise(view, MAX_ABOUT_CHARS);
    await writeFile(sink, 'manifest.json', toUtf8(writeMcpManifest({ ...collection, files, about, escapeHidden })));
    await writeFile(sink, SERVER_NAME, new Uint8Array(await server.arrayBuffer()));
    const input = await toPublishInput(kernel, open);
    await writePublished(images ? input : { ...input, readAsset: async () => undefined }, {
      sha256: (bytes) => kernel.sha256(bytes),
      sink,
      signal: job.signal,
      onFile: (done) => job.step({ done: 1, doneBytes: open.file(done - 1).bytes }),
    });
  });
}

async function writeSkillZip(
  view: IndexView,
  { escapeHidden = false, target, job }: AgentExportOptions & { readonly job: Job },
): Promise<ExportAnswer> {
  job.phase('write');
  return writeZipFolder({ fileName: `${toStem(view)}.skill.zip`, target, job }, async (sink) => {
    for await (const { name, text } of writeSkill(view, { escapeHidden })) {
      job.throwIfCancelled();
      await writeFile(sink, name, toUtf8(text));
    }
  });
}

async function writeFile(sink: PublishSink, path: string, bytes: Uint8Array): Promise<void> {
  const file = await sink.createFile();
  await file.write(bytes);
  await file.finish(path);
}
