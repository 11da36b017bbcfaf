import type { SourceType } from '../../../model/collection.ts';
import type { CrawlStatus } from '../../../model/site/site.ts';
import { countPages } from '../../../site/runs.ts';
import { words } from '../../words/words.ts';

interface Props {
  readonly status: CrawlStatus;
  readonly type: SourceType | undefined;
}

/** *22 of 31 pages, stopped*: the progress of a run that can be resumed. */
export function UnfinishedRun({ status, type }: Props) {
  const { here, known } = countPages(status);
  const count = type === 'repository' ? words.jobs.filesOf : words.jobs.pagesOf;
  return (
    <span>
      {/* Before the first answer nothing is known. */}
      {known > 0 && count(here, known)} <span>{words.jobs.states[status.status]}</span>
    </span>
  );
}
