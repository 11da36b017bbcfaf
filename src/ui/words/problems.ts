import type { ChangeAction } from '../../model/job.ts';

/** One sentence for each error code: what happened and what to do next. Figures are added where it is shown. */
export const PROBLEMS: Record<string, string> = {
  'app/framed':
    'Another site shows this page inside its own, where it could lay something over it. Open it in a tab of its own.',
  'kernel/unavailable':
    'The search engine could not be loaded. Reload the page; if that does not help, the copy on this device is incomplete.',
  'kernel/out-of-memory': 'There is not enough memory for this. Close other tabs, or leave out large folders.',
  'store/quota': 'The disk space this browser grants is used up. Delete a collection or free some disk space.',
  'store/unavailable':
    'This browser refuses to store anything here (private window?). It works, but is gone when the page is closed.',
  'store/newer-format': 'A newer version of Quire wrote this. Reload the page to get that version.',
  'store/older-format':
    'An older release made this collection. Sync one of its sources to bring all of it up to date, or delete it.',
  'store/damaged': 'A stored file is damaged. Sync its source to rebuild it.',
  'store/not-found': 'This is no longer stored. Sync its source to bring it back.',
  'store/busy': 'Another tab is writing. Try again in a moment.',
  'source/unreadable': 'The source could not be read. Nothing was removed.',
  'source/permission': 'The browser was not allowed to read the folder. Sync asks again.',
  'source/bad-archive': 'The archive is damaged or of a kind that cannot be read.',
  'read/grammar-missing': 'The reader for this kind of file could not be loaded. Sync again when online.',
  'read/reader-missing': 'What reads this kind of document could not be loaded. Sync again when online.',
  'export/cancelled': 'The export was stopped; no half file is left.',
  'export/no-target': 'The export has nowhere to go: the disk space this browser grants is used up.',
  'import/not-ours': 'This is not an export of Quire.',
  'import/compact': 'A compact export has no ids and cannot be opened again. Use a full export.',
  'import/damaged': 'The export is damaged and was not opened.',
  'import/newer-format': 'A newer version of Quire made this export. Reload the page to get that version.',
  'publish/not-published': 'There is no published collection at this address.',
  'publish/newer-format': 'A newer version of Quire published this collection. Reload the page to get that version.',
  'publish/bad-manifest': 'What is at this address is not a published collection, or its manifest is damaged.',
  'publish/unreachable':
    'A file of the published collection could not be fetched: you are offline, or its host does not let other pages read it (its CORS policy). Open the collection at its own address.',
  'publish/missing': 'The host lacks a file of the published collection. It was not copied there completely.',
  'publish/damaged':
    'A file of the published collection does not hold what was published, so nothing is made of it. Whoever published it should copy it anew.',
  'publish/replaced': 'The collection was published anew meanwhile. Reload the page to get it.',
  'publish/cut-off': 'The host ended a file of the published collection too early. Try again.',
  'publish/stalled': 'The host of the published collection stopped answering. Try again later.',
  'publish/no-ranges':
    'The host gives whole files only, and a file of this collection is too large for that. It needs a host that answers ranges.',
  'publish/app-missing':
    'A published folder holds the whole app, and some of its files are not on this device yet. Go online once, or keep everything for offline use in Settings, and publish again.',
  'publish/read-only': 'A published collection cannot be changed. Keep a copy to have one of your own.',
  'engine/unknown-collection': 'This collection is not on this device.',
  'engine/unknown-source': 'This source is no longer in the collection.',
  'engine/deleted': 'The collection was deleted while this ran. Undo brings back what it held by then.',
  'engine/unknown-job': 'That job has already ended.',
  'engine/cancelled': 'Stopped. What was done is kept.',
  'engine/stopped-early': 'Reading was stopped before its end. Sync reads the rest.',
  'engine/bad-settings': 'A setting is out of range; what is allowed is shown beside it.',
  'engine/bad-budget': 'That is not a budget: enter a whole number of tokens between 1 and ten million.',
  'engine/question-too-long': 'The question is too long. Keep to what it is about: 100,000 characters at most.',
  'engine/bad-selection':
    'That is more than a selection may hold, so it was left as it was: 200 characters of name, 20,000 ticks, 200 patterns of 1,000 characters that can be matched in some seconds, 2,000 picked chunks; and 200 selections a collection.',
  'engine/busy': 'Wait until that has ended, or stop it, and try again.',
  'crawl/already-running': 'This site is already being fetched.',
  'crawl/bad-url': 'That is not the address of a site: it should begin with http:// or https://.',
  'crawl/unreadable':
    'The site does not let other pages read it (its CORS policy), or you are offline. Save the pages and drop them here, use the repository of its docs, or name a reader service in Settings.',
  'crawl/no-worker': 'Sites need workers, which this browser refuses here.',
  'crawl/repo-not-found': 'There is no such repository or package. If it is private, give a token that may read it.',
  'crawl/repo-no-branch':
    'The repository has no such branch, tag or commit: it may have been renamed. Choose another one.',
  'crawl/repo-no-folder': 'The repository has no such folder at this commit. Choose another one.',
  'crawl/repo-refused': 'The server refuses to give this repository: it may be blocked or too large for it.',
  'crawl/bad-token': 'The server does not accept the token. It may have expired, or belong to another server.',
  'crawl/rate-limited':
    'The server was asked too often, from here or from your network. A job waits for the end of its limit; a token has a limit of its own.',
  'crawl/bad-answer': 'The server answered with something that is not a listing. Try again later.',
  'thread/no-answer': 'The engine did not answer. Reload the page.',
  'thread/worker-died': 'The engine stopped and was started again. What was committed is kept; start the job again.',
};

/** What is being done to a collection, said to someone who has to wait for it. */
const ACTIONS: Record<ChangeAction, string> = {
  make: 'This collection is being made.',
  'add-source': 'A source is being added to this collection.',
  sync: 'A source of this collection is being synced.',
  'remove-source': 'A source is being removed from this collection.',
  settings: 'This collection is being cut anew for other settings.',
  repair: 'The index of this collection is being repaired.',
  outline: 'Code files of this collection are being outlined.',
  site: 'Pages of a site are being saved to this collection.',
};

/** Also covers the short time in which it is not known yet what is being done. */
export function describeAction(running: unknown): string {
  return ACTIONS[running as ChangeAction] ?? 'This collection is being changed.';
}
