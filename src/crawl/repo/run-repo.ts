import { createGate } from '../../lib/async/gate.ts';
import { AppError } from '../../model/app-error.ts';
import type { JobSummary, Progress } from '../../model/job.ts';
import type { RepoRef } from '../../model/site/repo.ts';
import type { TreeEntry } from '../contract.ts';
import type { JobContext } from '../run/job-context.ts';
import type { Run } from '../run/run.ts';
import type { ApiDeps } from './api.ts';
import { toApiHost } from './api.ts';
import { toStamp } from './blob-hash.ts';
import type { RepoEntry } from './contract.ts';
import { type OpenRepo, openRepo } from './open-repo.ts';
import { readEntry } from './read-entry.ts';

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
      problem({
        kind: 'rate-limit',
        target: host,
        message: `rate limited until ${until}`,
        details: { until },
      });
    },
    noteCut: (target) =>
      problem({ kind: 'listing-cut', target, message: 'the listing was truncated, so it is read folder by folder' }),
  };
}

function reportListing({ problem }: JobContext, repo: OpenRepo): void {
  if (repo.isMirror)
    problem({
      kind: 'other-way',
      target: repo.ref.project,
      message:
        "GitHub's rate limit is used up, so the files come from jsDelivr, which may have an older state of the branch",
    });
  for (const { path, kind } of repo.entries) {
    if (kind === 'submodule')
      problem({
        kind: 'submodule',
        target: path,
        message: 'this folder is another repository (submodule), so it was skipped',
      });
  }
}

function toTreeEntry(path: string, { kind, size, hash }: RepoEntry): TreeEntry {
  return {
    path,
    kind,
    ...(size === undefined ? {} : { size }),
    ...(hash === undefined ? {} : { stamp: toStamp(hash) }),
  };
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
