import { useEffect, useRef, useState } from 'react';
import type { SitePreview } from '../../../../model/site/site-preview.ts';
import * as look from '../../../kit/look.module.css';
import { useApp } from '../../../state/context.ts';
import { formatCompact, formatCount, formatDuration } from '../../../text/format.ts';
import { toShortName, toVisibleName } from '../../../text/visible-text.ts';
import { describeOutcome } from '../../../words/describe-outcome.ts';
import { describeReason } from '../../../words/describe-problem.ts';
import { siteWords } from '../../../words/site.ts';
import { previewPublished } from './preview-published.ts';
import type { SiteChoice } from './read-site.ts';

const MAX_SECTIONS = 12;

/** Previews a crawl with the current options of the form. Closing the form stops the preview and its requests. */
export function useSitePreview(): {
  readonly preview: SitePreview | undefined;
  /** Describes the published collection at the address. */
  readonly published: string | undefined;
  readonly isPreviewing: boolean;
  showPreview(site: SiteChoice): void;
} {
  const app = useApp();
  const { sites } = app.connection;
  const [published, setPublished] = useState<string>();
  const [preview, setPreview] = useState<SitePreview>();
  const [isPreviewing, setPreviewing] = useState(false);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      void sites?.stopPreview().catch(() => undefined);
    };
  }, [sites]);
  const load = async (site: SiteChoice) => {
    const found = site.urls === undefined ? await previewPublished(app, site.url) : undefined;
    setPublished(found);
    if (found === undefined && !isClosed.current) setPreview(await sites?.previewSite(site));
  };
  const showPreview = (site: SiteChoice) => {
    setPreviewing(true);
    setPreview(undefined);
    setPublished(undefined);
    void load(site)
      .catch((error: unknown) => isClosed.current || app.state.report(error))
      .finally(() => setPreviewing(false));
  };
  return { preview, published, isPreviewing, showPreview };
}

export function SitePreviewView({ preview }: { readonly preview: SitePreview }) {
  const { sections, leftOut, idleGlobs, unreadableHosts } = preview;
  if (!preview.isReadable)
    return (
      <p className={look.problem} role="status">
        {describeReason('crawl/unreadable')}
      </p>
    );
  return (
    <section className={look.stack} aria-label={siteWords.preview.title} role="status">
      <p>{toSentence(preview)}</p>
      {sections.length > 0 && (
        <ul className={look.small}>
          {sections.slice(0, MAX_SECTIONS).map(({ section, pages }) => (
            <li key={section}>
              {section === '' ? siteWords.preview.top : toVisibleName(section)} · {formatCount(pages)}
            </li>
          ))}
          {sections.length > MAX_SECTIONS && <li>{siteWords.preview.moreSections(sections.length - MAX_SECTIONS)}</li>}
        </ul>
      )}
      {leftOut.length > 0 && (
        <p className={look.note}>
          {siteWords.preview.skipped(
            leftOut.map(({ reason, urls }) => `${describeOutcome(reason)} (${formatCount(urls)})`).join(', '),
          )}
        </p>
      )}
      {idleGlobs.map((glob) => (
        <p key={glob} className={look.notice}>
          {siteWords.preview.idle(toShortName(glob, 80))}
        </p>
      ))}
      {unreadableHosts.length > 0 && (
        <p className={look.notice}>{siteWords.preview.unreadableHosts(toShortName(unreadableHosts.join(', '), 200))}</p>
      )}
    </section>
  );
}

function toSentence({ pages, beyondLimit, fullPages, tokens, ms }: SitePreview): string {
  return [
    siteWords.preview.pages(pages),
    fullPages > 0 ? siteWords.preview.full(fullPages) : '',
    beyondLimit > 0 ? siteWords.preview.beyond(beyondLimit) : '',
    siteWords.preview.about(formatCompact(tokens), formatDuration(ms)),
  ]
    .filter(Boolean)
    .join(' ');
}
