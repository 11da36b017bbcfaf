import type { SiteJob } from '../../../model/site/site-job.ts';
import * as look from '../../kit/look.module.css';
import { TableHead } from '../../kit/table-head.tsx';
import * as css from '../../parts/jobs/job-card.module.css';
import { formatCount, formatDate } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';

export function SiteHosts({ job }: { readonly job: SiteJob }) {
  const hosts = Object.entries(job.status.perHost);
  if (hosts.length === 0) return null;
  return (
    <div className={look.tableScroll}>
      <table className={look.table}>
        <caption className={look.srOnly}>{words.jobs.hosts}</caption>
        <TableHead columns={words.jobs.hostColumns} />
        <tbody>
          {hosts.map(([host, row]) => (
            <tr key={host}>
              <td className={`${look.mono} ${look.name}`}>{toVisibleName(host)}</td>
              <td className={row.state === 'open' ? css.refused : undefined}>{words.jobs.hostStates[row.state]}</td>
              <td>{words.jobs.readable[row.readable]}</td>
              <td className={look.num}>{`${formatCount(row.rpm)} / ${formatCount(row.limitRpm)}`}</td>
              <td>{row.backoffUntil === '' ? '–' : formatDate(row.backoffUntil)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
