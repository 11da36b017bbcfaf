import { useState } from 'react';
import type { SiteLook } from '../../../../model/site/site-look.ts';
import { report } from '../../../state/actions/report.ts';
import { useApp } from '../../../state/context.ts';
import { formatCompact, formatCount, formatDuration } from '../../../text/format.ts';
import { toShortName, toVisibleName } from '../../../text/visible-text.ts';
import { words } from '../../../words/words.ts';
import type { SiteChoice } from './read-site.ts';

const MOST_SECTIONS = 12;

/** Asks what a crawl would do, with the options as they stand in the form at that moment. */
export function useSiteLook(): {
  readonly look: SiteLook | undefined;
  readonly isLooking: boolean;
  lookAt(site: SiteChoice): void;
} {
  const { sites } = useApp().connection;
  const [look, setLook] = useState<SiteLook>();
  const [isLooking, setLooking] = useState(false);
  const lookAt = (site: SiteChoice) => {
    setLooking(true);
    setLook(undefined);
    void sites
      ?.lookAtSite(site)
      .then(setLook, report)
      .finally(() => setLooking(false));
  };
  return { look, isLooking, lookAt };
}

export function SiteLookView({ look }: { readonly look: SiteLook }) {
  const { sections, leftOut, idleGlobs, unreadableHosts } = look;
  if (!look.isReadable)
    return (
      <p className="notice bad" role="status">
        {words.site.look.unreadable}
      </p>
    );
  return (
    <section className="stack" aria-label={words.site.look.title} role="status">
      <p>{toSentence(look)}</p>
      {sections.length > 0 && (
        <ul className="small">
          {sections.slice(0, MOST_SECTIONS).map(({ section, pages }) => (
            <li key={section}>
              {section === '' ? words.site.look.top : toVisibleName(section)} · {formatCount(pages)}
            </li>
          ))}
          {sections.length > MOST_SECTIONS && <li>{words.site.look.moreSections(sections.length - MOST_SECTIONS)}</li>}
        </ul>
      )}
      {leftOut.length > 0 && (
        <p className="soft small">
          {words.site.look.leftOut(
            leftOut.map(({ reason, urls }) => `${toShortName(reason, 60)} ${formatCount(urls)}`).join(', '),
          )}
        </p>
      )}
      {idleGlobs.map((glob) => (
        <p key={glob} className="notice">
          {words.site.look.idle(toShortName(glob, 80))}
        </p>
      ))}
      {unreadableHosts.length > 0 && (
        <p className="notice">{words.site.look.unreadableHosts(toShortName(unreadableHosts.join(', '), 200))}</p>
      )}
    </section>
  );
}

function toSentence({ pages, beyondLimit, fullPages, tokens, ms }: SiteLook): string {
  return [
    words.site.look.pages(pages),
    fullPages > 0 ? words.site.look.full(fullPages) : '',
    beyondLimit > 0 ? words.site.look.beyond(beyondLimit) : '',
    words.site.look.about(formatCompact(tokens), formatDuration(ms)),
  ]
    .filter(Boolean)
    .join(' ');
}
