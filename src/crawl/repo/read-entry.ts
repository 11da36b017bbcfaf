import { fromUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { FailCode } from '../../model/site/site.ts';
import type { Body } from '../fetch/fetch-body.ts';
import type { RequestAnswer } from '../fetch/request.ts';
import type { Run } from '../run/run.ts';
import { noteFailed } from '../run/run-state.ts';
import { hasHash } from './blob-hash.ts';
import type { RepoEntry } from './contract.ts';
import type { OpenRepo } from './open-repo.ts';

/** A pointer has three short lines. */
const MAX_POINTER_BYTES = 1_024;
const POINTER = 'version https://git-lfs.github.com/spec/v1\n';

interface EntryRequest {
  readonly entry: RepoEntry;
  readonly maxBytes: number;
}

/** Fetches one file at its host's pace and through its breaker, and checks it against the listing [R2]. */
export async function readEntry(run: Run, repo: OpenRepo, { entry, maxBytes }: EntryRequest): Promise<Uint8Array> {
  const { hosts } = run.ports;
  const { url, headers } = repo.toRequest(entry);
  const { host } = new URL(url);
  if (!(await run.gate()) || !(await hosts.admit(host, run.signal))) throw await cancelled(run);
  addQueueEvent(run, { action: 'dequeued', url, reason: '' });
  let attempts = 1;
  const answer = await run.requester.ask(url, {
    headers,
    // One extra byte shows that a file is longer than listed.
    maxBytes: (entry.size ?? maxBytes) + 1,
    onRetry(reason) {
      attempts++;
      addQueueEvent(run, { action: 'retry', url, reason });
    },
  });
  const failure = toFailure(answer);
  hosts.pageEnded(host, answer.type === 'fault' && answer.fault === 'aborted' ? 'aborted' : toOutcome(failure));
  if (answer.type === 'fault' && answer.fault === 'aborted') throw await cancelled(run);
  if (failure) throw fail(run, { ...failure, url, host, attempts });
  const { body } = answer as { readonly body: Body };
  const { bytes } = body;
  if (entry.hash !== undefined && (entry.size !== undefined || !body.isCut) && !(await hasHash(bytes, entry.hash))) {
    run.problem({ kind: 'hash-mismatch', target: entry.path, message: 'the file differs from the listing' });
    const message = 'the file does not match the hash in the listing';
    throw fail(run, { code: 'hash-mismatch', status: body.status, message, url, host, attempts, isHostFault: false });
  }
  if (isPointer(bytes))
    run.problem({
      kind: 'lfs-pointer',
      target: entry.path,
      message: 'Git LFS stores this file elsewhere; only its pointer was imported',
    });
  run.state.downloaded++;
  run.state.meters.downloads.add(1);
  return bytes;
}

interface Failure {
  readonly code: FailCode;
  readonly status: number;
  readonly message: string;
  readonly isHostFault: boolean;
}

function toFailure(answer: RequestAnswer): Failure | undefined {
  if (answer.type === 'fault') {
    const { fault, message } = answer;
    const isHostFault = fault === 'network' || fault === 'timeout';
    return { code: fault === 'aborted' ? 'network' : fault, status: 0, message, isHostFault };
  }
  const { status, isRateLimited } = answer.body;
  if (status === 200) return undefined;
  return { code: 'http', status, message: `status ${status}`, isHostFault: isRateLimited || status === 503 };
}

function toOutcome(failure: Failure | undefined): 'ok' | 'neutral' | 'failed' {
  if (!failure) return 'ok';
  return failure.isHostFault ? 'failed' : 'neutral';
}

function fail(
  run: Run,
  { host, isHostFault, ...failed }: Failure & { url: string; host: string; attempts: number },
): AppError {
  noteFailed(run.state, failed);
  if (isHostFault && run.ports.hosts.isGivenUp(host)) run.fail(`${host} does not answer`);
  return new AppError('source/unreadable', failed.message, { url: failed.url, status: failed.status });
}

/** Stops the tree in the engine first, so that pending files do not count as unreadable. */
async function cancelled(run: Run): Promise<AppError> {
  await run.ports.stopTree?.();
  return new AppError('engine/cancelled', 'the job was stopped');
}

function addQueueEvent(run: Run, event: { action: 'dequeued' | 'retry'; url: string; reason: string }): void {
  const queueSize = run.state.waitingFiles;
  run.log.add({ type: 'queue', ...event, depth: 0, host: new URL(event.url).host, queueSize, alias: '' });
}

function isPointer(bytes: Uint8Array): boolean {
  return bytes.length <= MAX_POINTER_BYTES && fromUtf8(bytes.subarray(0, POINTER.length)) === POINTER;
}
