import type { ErrorCode, ReasonCode } from '../../model/app-error.ts';
import type { ChangeAction } from '../../model/job.ts';

/** One message per code: what happened, what it means for the data, what to do. `describeProblem` adds the figures, and has its own words for the unexpected; those of models are in `ask.ts`. */
export const PROBLEMS: Record<Exclude<ErrorCode, 'app/unexpected' | `answer/${string}`> | ReasonCode, string> = {
  'app/framed': "Another site is showing Quire inside its own page, which isn't safe. Open Quire in its own tab.",
  'kernel/unavailable':
    "The search engine didn't load. Your collections are safe. Reload the page while you're online.",
  'kernel/out-of-memory':
    "There isn't enough memory for this. Nothing was lost. Close other tabs, or exclude large folders.",
  'store/quota':
    "This browser's storage is full. What was saved before is safe. Delete a collection or free some disk space.",
  'store/unavailable':
    "This browser doesn't allow storage here, perhaps because this is a private window. You can keep working, but everything is lost when you close the page. Export what you need.",
  'store/newer-format': 'A newer version of Quire saved this, and your data is safe. Reload the page to update.',
  'store/older-format':
    'An older version of Quire made this collection. Sync one of its sources to update it, or delete it.',
  'store/damaged':
    "Part of what Quire stored for this collection is damaged. Your own files aren't affected. Sync its sources to rebuild it.",
  'store/not-found':
    "Quire no longer has what you asked for on this device. Sync the collection's sources to bring it back.",
  'store/busy': 'Another tab is saving changes. Try again in a moment.',
  'source/unreadable': "The source couldn't be read. Nothing was removed. Check that it still exists, then sync again.",
  'source/permission': "Quire isn't allowed to read this folder. Allow access, then choose it again or press Sync.",
  'source/bad-archive':
    "This archive is damaged or in a format Quire can't open. Nothing was imported from it. Unpack it and drop the folder instead.",
  'ocr/unavailable':
    "The text recognition isn't on this device yet, or can't run in this browser. Pages done so far are saved. Try again when you're online.",
  'ocr/page-failed': "This page couldn't be recognised. The other pages aren't affected.",
  'read/grammar-missing': "The parser for this language isn't on this device yet. Sync again when you're online.",
  'read/reader-missing':
    "The reader for this kind of document isn't on this device yet. Sync again when you're online.",
  'export/cancelled': 'The export was stopped. No partial file remains.',
  'import/not-ours': "This file isn't a Quire export, so nothing was imported. Choose a file that Quire exported.",
  'import/compact':
    'A compact archive lacks the index that Quire needs to import it. Nothing was imported. Use a full archive.',
  'import/damaged':
    'This file is damaged or incomplete, so nothing was imported. If it is a Quire export, export it again.',
  'import/newer-format':
    'A newer version of Quire made this export, so nothing was imported. Reload the page to update.',
  'import/bad-question':
    'A line of this file isn\'t a question, so no questions were added. Each line needs a text and a path, such as {"text": "How do I log in?", "path": "docs/login.md"}. Correct the line and add the file again.',
  'import/too-many-questions': 'This file has too many questions, so none were added. Shorten it and add it again.',
  'publish/not-published': 'There is no published collection at this address. Check the address.',
  'publish/newer-format': 'A newer version of Quire published this collection. Reload the page to update.',
  'publish/bad-manifest':
    "This address doesn't hold a published collection, or its manifest is damaged. Check the address, or ask the publisher to upload it again.",
  'publish/unreachable':
    "A file of this published collection couldn't be fetched. You're offline, or its host doesn't allow other sites to read it (CORS). Open the collection at its own address.",
  'publish/missing':
    'A file of this published collection is missing on its host. Ask the publisher to upload it again.',
  'publish/damaged':
    "A file of this published collection doesn't match what was published. It was ignored. Ask the publisher to upload it again.",
  'publish/replaced': 'A newer version of this collection was published. Reload the page to get it.',
  'publish/cut-off': 'The host sent an incomplete file. It was ignored. Try again.',
  'publish/stalled': 'The host of this published collection stopped responding. Try again later.',
  'publish/no-ranges':
    "The host doesn't support range requests, and a file of this collection is too large to fetch whole. Ask the publisher to use a host that supports range requests.",
  'publish/bad-site-address': 'The address of the site isn’t a web address. Enter one such as https://docs.example/.',
  'publish/bad-selector': 'This selector isn’t supported. Use a tag, .class, #id or [attribute], separated by commas.',
  'publish/app-missing':
    "A published folder contains the whole app, and some of its files aren't on this device yet. Go online, or press Download everything in Settings, then publish again.",
  'publish/key-needed':
    'This collection is encrypted. Open it with the whole link you were given, or enter its key or passphrase.',
  'publish/wrong-key':
    "This key or passphrase doesn't open the collection. The link may be old or incomplete. Ask the publisher for the current one.",
  'publish/not-encrypted':
    'Your link is for an encrypted collection, but the host sent an unencrypted one. It was ignored. Ask the publisher what happened.',
  'publish/was-locked':
    'This website was locked when it was published last, so it was not made open. Press Publish again and choose who can read it.',
  'publish/no-crypto':
    'This collection is encrypted, and browsers decrypt only on https pages. Open this page at its https address.',
  'publish/page-too-large': 'A single page holds up to 100 MB of text. Export a selection, or publish a website.',
  'publish/bad-page': 'This page is incomplete or was changed. Ask for the file again.',
  'publish/read-only': "A published collection can't be changed. Press Keep a copy to get your own.",
  'engine/unknown-collection':
    "This collection isn't on this device. If you deleted it, look under Recently deleted in the Library.",
  'engine/unknown-source': 'This source was removed from the collection. To use it again, add it in the Library.',
  'engine/deleted': 'The collection was deleted while this ran. Restore it in the Library to get back what was saved.',
  'engine/unknown-job': 'That job has already ended, so nothing was changed.',
  'engine/cancelled': 'Stopped. What was finished is saved.',
  'engine/stopped-early': 'The import was stopped early. Sync imports the rest.',
  'engine/bad-settings': 'A setting is out of range, so nothing was changed. The allowed range is shown next to it.',
  'engine/bad-budget': 'Enter a token budget from 1 to 10,000,000.',
  'engine/question-too-long':
    'The question or the instructions are too long. The limit is 100,000 characters. Shorten them and try again.',
  'engine/bad-note': 'The selected text or the note is too long, so it was not kept. Select or write less.',
  'engine/bad-selection':
    "This selection is too large, so it wasn't changed. The limits are a name of 200 characters, 20,000 ticked files, 200 patterns of 1,000 characters, 2,000 chunks added by hand, and 200 selections per collection.",
  'engine/slow-pattern':
    'This regular expression takes too long here, so it was stopped. Repeat fewer groups, or type the exact text.',
  'engine/bad-date': 'A filter has no valid date. Write after:2025, before:2025-01-31 or modified:7d.',
  'engine/bad-pattern': "This regular expression can't be read. Check its brackets, or turn off .* to search the text.",
  'engine/busy': 'Wait until it finishes or stop it, then try again.',
  'crawl/already-running':
    'This site is already being crawled. Wait until that crawl ends, or stop it in Jobs, then try again.',
  'crawl/bad-url': "That isn't a web address. It should start with http:// or https://.",
  'crawl/bad-options':
    "An option isn't known, or its value isn't valid, so nothing was started. Check the options and try again.",
  'crawl/unreadable':
    "This browser can't read the site: the site's CORS policy doesn't allow it, or you are offline. Install the Quire companion or set a reader service (both in Settings), save the pages and drop them here, or add the repository of its docs.",
  'crawl/not-granted':
    'The permission to read this site was removed from the Quire companion, so the crawl stopped. Pages already saved stay. Allow the site again and choose Resume.',
  'crawl/stopped-early': 'Only part of the site was fetched. Choose Sync to fetch the rest.',
  'crawl/no-match':
    'No page of the site matches your patterns, so nothing was saved. Change the patterns under Options and try again.',
  'crawl/robots':
    "The site's robots.txt asks programs not to read these pages, so nothing was saved. Try another part of the site, or add the repository of its docs.",
  'crawl/no-pages':
    'No pages were found at this address, so nothing was saved. Try the address of a page, or another way to find pages under Options.',
  'crawl/repo-unreadable':
    "The server of the repository or package doesn't answer, or doesn't let web pages read it. Nothing was changed. Check the address and that you are online, or download the repository as a zip and drop it here.",
  'crawl/too-many-entries':
    'The repository has more files than Quire can list. Nothing was changed. Add the address of one of its folders instead, or drop a folder of it here.',
  'crawl/listing-too-large':
    'The file list of the repository is too large for Quire. Nothing was changed. Add the address of one of its folders instead, or drop a folder of it here.',
  'crawl/repo-not-found': "This repository or package wasn't found. If it's private, enter a token that can read it.",
  'crawl/repo-no-branch':
    'The repository has no such branch, tag or commit. It may have been renamed. Choose another one.',
  'crawl/repo-no-folder': 'The repository has no such folder at this commit. Choose another one.',
  'crawl/repo-refused':
    'The server refused to send this repository. It may be blocked or too large. Download it as a zip and drop it here.',
  'crawl/bad-token':
    'The server rejected the token. It may have expired, or belong to another server. Enter another token.',
  'crawl/rate-limited':
    "The server's rate limit is used up. The job waits and then continues. A token raises the limit.",
  'crawl/bad-answer': "The server's answer wasn't a file listing. Nothing was changed. Try again later.",
  'thread/no-answer': "The engine didn't respond. Your collections are safe. Reload the page.",
  'thread/worker-died': 'The engine crashed and was restarted. What was saved is safe. Start the job again.',
};

/** The running change of a collection, for someone who has to wait for it. */
const ACTIONS: Record<ChangeAction, string> = {
  make: 'This collection is being created.',
  'add-source': 'A source is being added to this collection.',
  sync: 'A source of this collection is being synced.',
  'remove-source': 'A source is being removed from this collection.',
  settings: 'This collection is being re-chunked with new settings.',
  repair: 'The index of this collection is being repaired.',
  outline: 'Code files of this collection are being outlined.',
  ocr: 'Recognised text is being added to this collection.',
  site: 'Pages of a site are being saved to this collection.',
  backup: 'This collection is being backed up.',
  restore: 'This collection is being restored.',
};

/** Has a fallback because the action isn't known in the first moments. */
export function describeAction(running: unknown): string {
  return ACTIONS[running as ChangeAction] ?? 'This collection is being changed.';
}
