import { useState } from 'react';
import type { SitePreview } from '../../../../model/site/site-service.ts';
import * as look from '../../../kit/look.module.css';
import { useLoaded } from '../../../kit/use-loaded.ts';
import { useApp } from '../../../state/context.ts';
import { formatCompact, formatCount, formatDuration } from '../../../text/format.ts';
import { toShortName, toVisibleName } from '../../../text/visible-text.ts';
import { describeOutcome } from '../../../words/describe-outcome.ts';
import { describeReason } from '../../../words/describe-problem.ts';
import { siteWords } from '../../../words/site.ts';
import { previewPublished } from './preview-published.ts';
import type { SiteChoice } from './read-site.ts';

const MAX_SECTIONS = 12;

interface Previewed {
  readonly preview?: SitePreview | undefined;
  /** Describes the published collection at the address. */
  readonly published?: string | undefined;
}

/** Previews a crawl with the current options of the form. Closing the form stops the preview and its requests. */
export function useSitePreview() {
  const app = useApp();
  const { sites } = app.connection;
  const [site, showPreview] = useState<SiteChoice>();
  const load = async (choice: SiteChoice, signal: AbortSignal): Promise<Previewed> => {
    signal.addEventListener('abort', () => void sites?.stopPreview().catch(() => undefined));
    try {
      const published = choice.urls === undefined ? await previewPublished(app, choice.url) : undefined;
      if (published !== undefined || signal.aborted) return { published };
      return { preview: await sites?.previewSite(choice) };
    } catch (error) {
      if (!signal.aborted) app.state.report(error);
      return {};
    }
  };
  const { value, status } = useLoaded<Previewed>((signal) => site && load(site, signal), [app, site]);
  return { ...value, isPreviewing: status === 'loading' && site !== undefined, showPreview };
}

export function SitePreviewView({ preview }: { readonly preview: SitePreview }) {
  const { sections, skipped, idleGlobs, unreadableHosts } = preview;
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
      {skipped.length > 0 && (
        <p className={look.note}>
          {siteWords.preview.skipped(
            skipped.map(({ reason, urls }) => `${describeOutcome(reason)} (${formatCount(urls)})`).join(', '),
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
