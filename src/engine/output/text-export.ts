import type { ByteSink, IndexView } from '../../export/contract.ts';
import { type ArtifactOptions, writePieces } from '../../export/export-artifact.ts';
import { type OneFileOptions, type Part, planParts } from '../../export/one-file/plan-parts.ts';
import { toPartName, toStem, writePart } from '../../export/one-file/write-one-file.ts';
import { type CountTokens, createEstimator, loadO200k } from '../../export/pack/count-tokens.ts';
import { toByteBlocks } from '../../export/text/text-stream.ts';
import { toExportView } from '../../export/to-export-view.ts';
import { toUtf8 } from '../../lib/bytes.ts';
import { AppError, toAppError } from '../../model/app-error.ts';
import { LIMITS } from '../../model/limits.ts';
import type { TextExportOptions } from '../../model/outputs/text-export.ts';
import { createZipWriter } from '../../zip/zip-writer.ts';
import type { Engine, ExportAnswer } from '../contract.ts';
import type { EngineContext } from '../engine-context.ts';
import { type Job, toSummary } from '../jobs.ts';
import { createExportSink } from './export-sink.ts';
import { toIndexView } from './index-view.ts';
import { selectAndMask, waitForOutlines } from './run-export.ts';

/** Actions for texts other than packs: one file, and signatures. Their size is known in advance [P7]. */
export function createTextActions(context: EngineContext) {
  const run = <T>(
    options: TextExportOptions & { readonly isMeasured?: true },
    work: (text: PlannedText, job: Job) => Promise<T>,
  ): Promise<T> => {
    const { jobId, collectionId, isMeasured } = options;
    // Measuring starts nothing that is visible elsewhere or changes the collection.
    const quiet = isMeasured ? { onProgress: () => undefined } : {};
    return context.jobs.run({ jobId, collectionId, type: 'export', ...quiet }, async (job) => {
      checkBudget(options);
      if (!isMeasured) await waitForOutlines(context, collectionId, job);
      const value = await context.collections.withWholeCollection(options.collectionId, async (open) => {
        const { exported, maskName } = await selectAndMask(context, open, { ...options, job });
        const records = context.collectionRecords.of(options.collectionId);
        const view = toExportView(await toIndexView(context.deps.kernel, exported, { records, maskName }));
        job.expect(view.files.length, 0);
        return work(await planText(view, options, job), job);
      });
      return { value, summary: toSummary(job, {}) };
    });
  };
  return {
    measureText: (options) => run({ ...options, isMeasured: true }, async ({ size }) => size),
    exportText: (options) =>
      run(options, async (text, job) => {
        job.phase('write');
        const answer = await writeText(text, { ...options, job });
        return { ...answer, ...text.size };
      }),
  } satisfies Partial<Engine>;
}

function checkBudget({ budgetTokens = 1 }: TextExportOptions): void {
  if (!Number.isInteger(budgetTokens) || budgetTokens < 1 || budgetTokens > LIMITS.maxPackTokens)
    throw new AppError('engine/bad-budget', 'the token budget of a part is out of range', {
      budget: String(budgetTokens).slice(0, 32),
      max: LIMITS.maxPackTokens,
    });
}

async function planText(view: IndexView, options: TextExportOptions, job: Job) {
  const exact = options.counter === 'o200k';
  const countTokens = options.counter === 'o200k' ? await loadO200k() : createEstimator(options.counter);
  const files = view.files.length;
  const zipName = `${toStem(view)}.parts.zip`;
  if (options.what === 'signatures') {
    const form: ArtifactOptions = { form: 'full', escapeHidden: options.escapeHidden ?? false };
    const write = () => stoppable(writePieces(view, 'signatures.md', form), job);
    const part = await measureStream(write(), countTokens);
    return { size: { ...part, exact, files, parts: [part] }, names: [`${toStem(view)}.signatures.md`], zipName, write };
  }
  const settings: OneFileOptions = {
    format: options.format,
    countTokens,
    escapeHidden: options.escapeHidden ?? false,
    budgetTokens: options.budgetTokens,
    onFile: createFileStep(job),
  };
  const parts = await planParts(view, settings);
  const extension = options.format === 'xml' ? 'xml' : 'md';
  return {
    size: { ...sumUp(parts), exact, files, parts: parts.map(({ tokens, bytes }) => ({ tokens, bytes })) },
    /** Name of the file, or of each part, in order. */
    names: parts.map((_, i) => toPartName(view, extension, i + 1, parts.length)),
    /** Name of the zip, if there are several parts. */
    zipName,
    write: (index: number) => stoppable(writePart(view, settings, { parts, index }), job),
  };
}

type PlannedText = Awaited<ReturnType<typeof planText>>;

/** Files between two yields to the event loop, when a cancel can arrive. */
const FILES_PER_TURN = 64;

function createFileStep(job: Job): (file: { readonly path: string }) => Promise<void> {
  let count = 0;
  return async ({ path }) => {
    job.step({ done: 1, path });
    if (++count % FILES_PER_TURN !== 0) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    job.throwIfCancelled();
  };
}

async function* stoppable(pieces: AsyncIterable<string>, job: Job): AsyncGenerator<string> {
  let count = 0;
  for await (const piece of pieces) {
    yield piece;
    if (++count % (FILES_PER_TURN * 64) !== 0) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    job.throwIfCancelled();
  }
}

function sumUp(parts: readonly Part[]): { tokens: number; bytes: number } {
  return parts.reduce((sum, part) => ({ tokens: sum.tokens + part.tokens, bytes: sum.bytes + part.bytes }), {
    tokens: 0,
    bytes: 0,
  });
}

const COUNTED_CHARS = 1 << 16;
/** Line end that the tokenizer never joins across. */
const BORDER = /\n(?=[^\s/])/g;

/** Counts in pieces that end at token borders, so that their sum is the total. */
async function measureStream(
  pieces: AsyncIterable<string>,
  countTokens: CountTokens,
): Promise<{ tokens: number; bytes: number }> {
  const total = { tokens: 0, bytes: 0 };
  let waiting = '';
  const add = (text: string): void => {
    total.tokens += text === '' ? 0 : countTokens(text);
    total.bytes += toUtf8(text).length;
  };
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < COUNTED_CHARS) continue;
    let border = 0;
    for (const { index } of waiting.matchAll(BORDER)) border = index + 1;
    add(waiting.slice(0, border));
    waiting = waiting.slice(border);
  }
  add(waiting);
  return total;
}

/** Writes one part as a file, several as a zip. Leaves no partial file after a failure. */
async function writeText(
  text: PlannedText,
  { target, job }: TextExportOptions & { readonly job: Job },
): Promise<ExportAnswer> {
  const isOne = text.names.length === 1;
  const fileName = isOne ? (text.names[0] as string) : text.zipName;
  const sink = await createExportSink(target, fileName);
  try {
    const bytes = isOne ? await writeBlocks(sink, toByteBlocks(text.write(0))) : await writeZip(sink, text, job);
    job.throwIfCancelled();
    await sink.close();
    return { fileName, bytes, entries: text.names.length, blob: await sink.blob() };
  } catch (error) {
    await sink.abort();
    // A cancel may have caused any failure.
    job.throwIfCancelled();
    throw toAppError(error);
  }
}

async function writeBlocks(sink: ByteSink, blocks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const block of blocks) {
    bytes += block.length;
    await sink.write(block);
  }
  return bytes;
}

async function writeZip(sink: ByteSink, { names, write }: PlannedText, job: Job): Promise<number> {
  const zip = createZipWriter(sink);
  for (const [i, name] of names.entries()) {
    job.throwIfCancelled();
    await zip.addStream(name, toByteBlocks(write(i)));
  }
  await zip.finish();
  return zip.writtenBytes;
}
