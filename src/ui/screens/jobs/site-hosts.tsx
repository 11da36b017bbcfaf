import type { SiteJob } from '../../../model/site/site-job.ts';
import { TableHead } from '../../kit/table-head.tsx';
import { formatCount, formatDate } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { words } from '../../words/words.ts';

export function SiteHosts({ job }: { readonly job: SiteJob }) {
  const hosts = Object.entries(job.status.perHost);
  if (hosts.length === 0) return null;
  return (
    <div className="table-scroll">
      <table className="table">
        <caption className="sr-only">{words.jobs.hosts}</caption>
        <TableHead columns={words.jobs.hostColumns} />
        <tbody>
          {hosts.map(([host, row]) => (
            <tr key={host}>
              <td className="mono name">{toVisibleName(host)}</td>
              <td className={`host-state-${row.state}`}>{words.jobs.hostStates[row.state]}</td>
              <td>{words.jobs.readable[row.readable]}</td>
              <td className="num">{`${formatCount(row.rpm)} / ${formatCount(row.limitRpm)}`}</td>
              <td>{row.backoffUntil === '' ? '–' : formatDate(row.backoffUntil)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
