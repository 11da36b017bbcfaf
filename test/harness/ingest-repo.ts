import { existsSync, readFileSync } from 'node:fs';
import { createSiteService } from '../../src/crawl/jobs/site-service.ts';
import type { Engine, SitePort } from '../../src/engine/contract.ts';
import { AppError } from '../../src/model/app-error.ts';
import type { Collection } from '../../src/model/collection.ts';
import type { Progress } from '../../src/model/job.ts';
import type { Settings } from '../../src/model/settings.ts';
import type { RepoRef } from '../../src/model/site/repo.ts';
import type { SiteJob } from '../../src/model/site/site-job.ts';
import { parseRepoAddress, toRepoName } from '../../src/site/repo-address.ts';
import { realClock } from '../support/crawl-kit.ts';
import { mapHosts } from './map-hosts.ts';

/** An existing path counts as a path. */
export function findRepo(text: string): RepoRef | undefined {
  return existsSync(text) ? undefined : parseRepoAddress(text);
}

export interface RepoIngest {
  readonly engine: Engine;
  readonly sites: SitePort;
  readonly settings: Settings;
  /** `{host: base URL}`. */
  readonly hostsFile: string | undefined;
  onProgress(progress: Progress): void;
}

/** Imports a repository into a new collection, with the crawler's own service and the hosts in the file. */
export async function ingestRepo(repo: RepoRef, options: RepoIngest): Promise<Collection> {
  const { engine, settings, hostsFile } = options;
  const hosts =
    hostsFile === undefined ? {} : (JSON.parse(readFileSync(hostsFile, 'utf8')) as Readonly<Record<string, string>>);
  let onEnd: (job: SiteJob) => void = () => undefined;
  const ended = new Promise<SiteJob>((resolve) => {
    onEnd = resolve;
  });
  const service = createSiteService({
    sites: {
      ...options.sites,
      readTree: (source, tree, reader) => options.sites.readTree(source, tree, listen(reader)),
    },
    fetch: mapHosts(hosts),
    clock: realClock(),
    locks: undefined,
    secure: false,
    onJob: (job) => job.status.endedAt !== '' && onEnd(job),
  });
  function listen(reader: Parameters<SitePort['readTree']>[2]): typeof reader {
    const onProgress = (progress: Progress) => {
      options.onProgress(progress);
      reader.onProgress(progress);
    };
    return { ...reader, onProgress };
  }
  const collection = await engine.createCollection({
    name: toRepoName(repo),
    settings: { ...settings, mask_secrets: false },
  });
  await service.start({ collectionId: collection.id, site: { url: '', repo } });
  const { status } = await ended;
  if (status.status !== 'done') throw new AppError('source/unreadable', status.reason || status.status);
  return collection;
}
