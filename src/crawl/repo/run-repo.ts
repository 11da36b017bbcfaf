import { createGate } from '../../lib/async/gate.ts';
import { concatBytes, fromUtf8, toHex, toUtf8 } from '../../lib/bytes.ts';
import { AppError } from '../../model/app-error.ts';
import type { JobSummary, Progress } from '../../model/job.ts';
import type { RepoRef } from '../../model/site/repo.ts';
import type { FailCode } from '../../model/site/site.ts';
import type { TreeEntry } from '../contract.ts';
import type { Body } from '../fetch/fetch-body.ts';
import type { RequestAnswer } from '../fetch/request.ts';
import type { JobContext } from '../run/job-context.ts';
import type { Run } from '../run/run.ts';
import { noteFailed } from '../run/run-state.ts';
import { type ApiDeps, toApiHost } from './api.ts';
import type { RepoEntry } from './contract.ts';
import { type OpenRepo, openRepo } from './open-repo.ts';

/** Runs one job over a repository: lists it and gives the engine the changed files [R2]. */
export async function runRepo(run: Run, ref: RepoRef): Promise<void> {
  const { options, state } = run;
  const { ports } = run;
  if (!ports.readTree) throw new AppError('app/unexpected', 'nothing can read a tree here');
  state.phase = 'discover';
  const repo = await openRepo(ref, toApiDeps(run, ref), { waits: true });
  reportListing(run, repo);
  const prefix = repo.ref.folder === '' ? 0 : repo.ref.folder.length + 1;
  const byPath = new Map(repo.entries.map((entry) => [entry.path.slice(prefix), entry]));
  const slots = createGate({ maxItems: run.site.concurrency, maxWeight: Number.POSITIVE_INFINITY });
  const stop = () => void ports.stopTree?.().catch(() => undefined);
  run.signal.addEventListener('abort', stop, { once: true });
  state.phase = 'fetch';
  run.touch();
  try {
    const summary = await ports.readTree(
      {
        jobId: options.jobId,
        commit: repo.commit,
        entries: [...byPath].map(([path, entry]) => toTreeEntry(path, entry)),
        isIncomplete: repo.isIncomplete,
      },
      {
        onProgress: (progress) => noteProgress(run, progress),
        async read(path, maxBytes) {
          await slots.enter(0);
          try {
            return await readEntry(run, repo, { entry: byPath.get(path) as RepoEntry, maxBytes });
          } finally {
            slots.leave(0);
          }
        },
      },
    );
    noteSummary(run, summary);
  } finally {
    run.signal.removeEventListener('abort', stop);
  }
}

function toApiDeps({ requester, ports, problem }: JobContext, ref: RepoRef): ApiDeps {
  const told = new Set<string>();
  return {
    requester,
    hosts: ports.hosts,
    token: ports.findToken?.(toApiHost(ref)),
    forgetToken: () => ports.forgetToken?.(toApiHost(ref)),
    noteRateLimit(host, until) {
      if (told.has(until)) return;
      told.add(until);
      problem('rate-limit', host, `rate limited until ${until}`, { until });
    },
    noteCut: (target) => problem('listing-cut', target, 'the listing was truncated, so it is read folder by folder'),
  };
}

const MIRRORED =
  "GitHub's rate limit is used up, so the files come from jsDelivr, which may have an older state of the branch";

function reportListing({ problem }: JobContext, repo: OpenRepo): void {
  if (repo.isMirror) problem('other-way', repo.ref.project, MIRRORED);
  for (const { path, kind } of repo.entries)
    if (kind === 'submodule')
      problem('submodule', path, 'this folder is another repository (submodule), so it was skipped');
}

function toTreeEntry(path: string, { kind, size, hash }: RepoEntry): TreeEntry {
  return { path, kind, size, stamp: hash === undefined ? undefined : toStamp(hash) };
}

function noteProgress({ state, touch }: Run, { done, total }: Progress): void {
  state.visited = done;
  state.waitingFiles = Math.max(0, total - done - state.inFlight);
  touch();
}

/** Counts every file once, as for a folder. */
function noteSummary({ state }: Run, { indexed, withoutText, unchanged, skipped, failed, removed }: JobSummary): void {
  state.waitingFiles = 0;
  state.visited = indexed + withoutText + unchanged + failed;
  state.saved = indexed + withoutText;
  state.unchanged = unchanged;
  state.filtered = skipped;
  state.errors = failed;
  state.removedFiles = removed;
}

/** A pointer has three short lines. */
const MAX_POINTER_BYTES = 1_024;
const POINTER = 'version https://git-lfs.github.com/spec/v1\n';

interface EntryRequest {
  readonly entry: RepoEntry;
  readonly maxBytes: number;
}

/** Fetches one file at its host's pace and through its breaker, and checks it against the listing [R2]. */
async function readEntry(run: Run, repo: OpenRepo, { entry, maxBytes }: EntryRequest): Promise<Uint8Array> {
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
    run.problem('hash-mismatch', entry.path, 'the file differs from the listing');
    const message = 'the file does not match the hash in the listing';
    throw fail(run, { code: 'hash-mismatch', status: body.status, message, url, host, attempts, isHostFault: false });
  }
  if (isPointer(bytes))
    run.problem('lfs-pointer', entry.path, 'Git LFS stores this file elsewhere; only its pointer was imported');
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

/** Checks bytes against the listing. Without a secure context no digest exists, and every body passes. */
async function hasHash(bytes: Uint8Array<ArrayBuffer>, hash: string): Promise<boolean> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return true;
  const isGit = hash.startsWith('git:');
  const wanted = isGit ? hash.slice(4) : toHexOf(hash);
  const hashed = isGit ? concatBytes([toUtf8(`blob ${bytes.length}\0`), bytes]) : bytes;
  const digest = await subtle.digest(wanted.length === 64 ? 'SHA-256' : 'SHA-1', hashed);
  return toHex(new Uint8Array(digest)) === wanted;
}

/** Returns the first 52 bits as a number. A file with a known stamp and size is not fetched again. */
function toStamp(hash: string): number {
  return Number.parseInt((hash.startsWith('git:') ? hash.slice(4) : toHexOf(hash)).slice(0, 13), 16);
}

/** Converts `sha256:<base64>`. */
function toHexOf(hash: string): string {
  return toHex(Uint8Array.from(atob(hash.slice(7)), (char) => char.charCodeAt(0)));
}
