// @vitest-environment jsdom

import { act, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_SELECTION, type Selection } from '../../../src/model/outputs/selection.ts';
import type { SiteStart } from '../../../src/model/site/site-job.ts';
import { toSiteOptions } from '../../../src/site/site-options.ts';
import { RenameDialog, RulesDialog } from '../../../src/ui/parts/dialogs/collection-dialogs.tsx';
import { DetailsDialog } from '../../../src/ui/parts/dialogs/details-dialog.tsx';
import { RepoDialog } from '../../../src/ui/parts/dialogs/repo-dialog.tsx';
import { SiteDialog } from '../../../src/ui/parts/dialogs/site-dialog.tsx';
import { Export } from '../../../src/ui/screens/export/export.tsx';
import { Pack } from '../../../src/ui/screens/pack/pack.tsx';
import { Selections } from '../../../src/ui/screens/selections/selections.tsx';
import { CollectionSettings } from '../../../src/ui/screens/settings/collection-settings.tsx';
import { openSiteOptions } from '../../../src/ui/state/actions/collection-actions.ts';
import { rulesWords } from '../../../src/ui/words/library.ts';
import { selectionsWords } from '../../../src/ui/words/outputs.ts';
import { paperWords } from '../../../src/ui/words/papers.ts';
import { settingsWords } from '../../../src/ui/words/settings.ts';
import { siteWords } from '../../../src/ui/words/site.ts';
import { words } from '../../../src/ui/words/words.ts';
import { type RenderedApp, renderApp } from '../../support/render-app.ts';

let page: RenderedApp;

beforeEach(async () => {
  page = await renderApp({ 'README.md': '# Herons\n', 'private/diary.md': '# Diary\n' });
});
afterEach(() => page.close());

describe('the rules of a source', () => {
  const RULES = { include: ['docs/**'], exclude: ['private/**'] };
  const readRules = async () => Object.values((await page.engine.readChoices(page.collection.id)).rules)[0];
  const open = async () => {
    const [source] = page.collection.sources;
    if (source === undefined) throw new Error('the collection has no source');
    await page.engine.writeChoices(page.collection.id, { rules: { [source.id]: RULES } });
    return () => {
      const dialog = { type: 'rules', collection: page.collection, source } as const;
      return page.render(createElement(RulesDialog, { dialog, onClose: () => undefined }));
    };
  };

  it.each(['hold', 'refuse'] as const)('are not changed by Save or Enter before they are loaded (%s)', async (mode) => {
    const render = await open();
    page[mode]();
    await render();
    expect(page.body.querySelector('textarea')).toBeNull();
    await page.click(words.common.save);
    await page.pressEnter();
    await page.answer();
    expect(await readRules()).toEqual(RULES);
  });

  it('are loaded again by Try again, and what was not edited stays', async () => {
    const render = await open();
    page.refuse();
    await render();
    expect(page.body.textContent).toContain(words.common.notLoaded);
    await page.answer();
    await page.click(words.common.retry);
    await page.type(rulesWords.include, 'docs/**\n*.md');
    // Another tab adds a rule meanwhile.
    const [source] = page.collection.sources;
    const exclude = ['private/**', 'drafts/**'];
    await page.engine.writeChoices(page.collection.id, { rules: { [source?.id ?? '']: { ...RULES, exclude } } });
    await page.pressEnter();
    expect(await readRules()).toEqual({ include: ['docs/**', '*.md'], exclude });
  });
});

describe('a selection that is opened by a direct link', () => {
  const SELECTION: Selection = { ...NO_SELECTION, name: 'public', include: ['*.md'], exclude: ['private/**'] };
  const readSelection = async () => {
    const { selections, current } = await page.engine.readChoices(page.collection.id);
    return selections[current];
  };
  const load = () => page.app.state.choices.load(page.collection.id);

  beforeEach(() => page.engine.writeChoices(page.collection.id, { selections: { '0': SELECTION } }));

  it.each([
    ['Selections', Selections],
    ['Export', Export],
    ['Pack', Pack],
  ] as const)('%s offers nothing to edit or export until it is loaded', async (_, Screen) => {
    page.refuse();
    await load();
    await page.render(createElement(Screen, { collection: page.collection }));
    expect(page.body.textContent).toContain(words.common.notLoaded);
    expect(page.body.querySelectorAll('input, textarea, select')).toHaveLength(0);
    expect([...page.body.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      words.common.retry,
    ]);
    await page.answer();
    await page.click(words.common.retry);
    expect(page.body.querySelectorAll('input, textarea, select').length).toBeGreaterThan(0);
  });

  it('keeps its excludes when the user types an include right after it has loaded', async () => {
    page.hold();
    const loading = load();
    await page.render(createElement(Selections, { collection: page.collection }));
    expect(page.body.textContent).toContain(words.common.loading);
    await page.answer();
    await loading;
    await page.type(selectionsWords.include, '*.rst');
    await act(() => page.app.state.choices.flush(page.collection.id));
    expect(await readSelection()).toMatchObject({ include: ['*.rst'], exclude: ['private/**'], name: 'public' });
  });
});

describe('the ticks of a selection', () => {
  it('of another tab stay when one is removed here', async () => {
    const write = (...paths: string[]) =>
      page.engine.writeChoices(page.collection.id, { selections: { '0': { ...NO_SELECTION, paths } } });
    await write('README.md');
    await page.app.state.choices.load(page.collection.id);
    await page.render(createElement(Selections, { collection: page.collection }));
    await write('README.md', 'private/');
    const remove = page.body.querySelector<HTMLElement>(`[aria-label="${selectionsWords.remove1('README.md')}"]`);
    await act(async () => remove?.click());
    await act(() => page.app.state.choices.flush(page.collection.id));
    expect((await page.engine.readChoices(page.collection.id)).selections['0']?.paths).toEqual(['private/']);
  });
});

describe('the options of a site', () => {
  const STORED = toSiteOptions('https://docs.example.org/guide/', {
    ...{ crawlType: 'basic', scope: 'hostname', globs: ['/guide/**', '!/guide/old/**'], maxPages: 7, maxDepth: 2 },
    ...{ retryDelaysSec: [1, 2], allowQuery: true, removeUnlinked: true, refetch_hub_after: '6h', useLogin: true },
    ...{ readerUrl: 'https://reader.example/', llmsUrl: 'https://llms.example/llms.txt' },
  });
  const started: SiteStart[] = [];
  const connect = (more: object) => {
    started.length = 0;
    const start = async (run: SiteStart) => {
      started.push(run);
      return { jobId: 'job', sourceId: 'site' };
    };
    Object.assign(page.app.connection, { sites: { start, options: async () => STORED }, ...more });
  };
  const open = async () => {
    await openSiteOptions(page.app, page.collection.id, 'site');
    const dialog = page.app.state.dialog.get();
    if (dialog?.type !== 'site') return undefined;
    await page.render(createElement(SiteDialog, { dialog, onClose: () => undefined }));
    return dialog;
  };

  it.each([
    ['without the companion', undefined],
    ['before the companion has answered', { status: () => new Promise(() => undefined) }],
    ['when the companion fails', { status: () => Promise.reject(new Error('gone')) }],
    ['with the companion', { status: async () => ({ version: '1', origins: [] }) }],
  ])('are the same after a crawl that is started at once, %s', async (_, companion) => {
    connect({ companion });
    await open();
    await page.click(siteWords.again);
    expect(started.map(({ site }) => toSiteOptions(site?.url ?? '', { ...site }))).toEqual([STORED]);
  });

  it('are not shown as the defaults when they cannot be loaded', async () => {
    connect({ sites: { options: () => Promise.reject(new Error('storage is refused')) } });
    expect(await open()).toBeUndefined();
    expect(page.app.state.toasts.list.get()).toHaveLength(1);
  });
});

describe('the branch and folder of a repository', () => {
  it.each([
    ['loaded', () => new Promise(() => undefined)],
    ['refused', () => Promise.reject(new Error('refused'))],
  ])('are not changed by Enter before the list of branches is %s', async (_, previewRepo) => {
    const start = vi.fn();
    Object.assign(page.app.connection, { sites: { start, previewRepo, stopPreview: async () => undefined } });
    const repo = { kind: 'github', host: 'github.com', project: 'o/n', rev: 'main', folder: 'docs' } as const;
    const dialog = { type: 'repo', repo, collectionId: page.collection.id, sourceId: 'repo' } as const;
    await page.render(createElement(RepoDialog, { dialog, onClose: () => undefined }));
    await page.pressEnter();
    expect(start).not.toHaveBeenCalled();
  });
});

describe('the settings of a collection', () => {
  it('are not changed by Enter at once, and a change sends only what was typed', async () => {
    const changeSettings = vi.fn(async () => undefined);
    Object.assign(page.app.connection.engine, { changeSettings });
    await page.render(createElement(CollectionSettings, { collection: page.collection }));
    await page.pressEnter();
    expect(changeSettings).not.toHaveBeenCalled();
    await page.type(settingsWords.target, '900');
    await page.pressEnter();
    expect(changeSettings.mock.calls).toEqual([[page.collection.id, { chunk_target_chars: 900 }, expect.any(String)]]);
  });
});

describe('the name of a collection', () => {
  it('is not changed by Save at once, also when another tab has changed it meanwhile', async () => {
    const dialog = { type: 'rename', collection: page.collection } as const;
    await page.render(createElement(RenameDialog, { dialog, onClose: () => undefined }));
    await page.engine.renameCollection(page.collection.id, 'new name');
    await page.click(words.common.save);
    expect((await page.engine.listCollections()).map(({ name }) => name)).toEqual(['new name']);
  });
});

describe('the details of a document', () => {
  it('say at the year why they cannot be saved', async () => {
    await page.render(
      createElement(DetailsDialog, { collection: page.collection, file: { path: 'a.pdf' }, onClose: () => undefined }),
    );
    const year = () => page.body.querySelector('input[inputmode=numeric]') as HTMLInputElement;
    await page.type(paperWords.year, 'c. 2003');
    expect(year().getAttribute('aria-invalid')).toBe('true');
    const message = document.getElementById(year().getAttribute('aria-describedby') ?? '');
    expect(message?.textContent).toContain(paperWords.badYear('c. 2003', 9_999));
    await page.type(paperWords.year, ' 2003 ');
    expect(year().getAttribute('aria-invalid')).toBeNull();
  });
});

describe('the questions of a collection', () => {
  it('are not shown as none while they are loading or refused', async () => {
    const askQuestions = vi.fn().mockRejectedValue(new Error('storage is refused'));
    Object.assign(page.app.connection.engine, { askQuestions });
    await page.app.state.choices.load(page.collection.id);
    await page.render(createElement(Export, { collection: page.collection }));
    expect(page.body.textContent).toContain(words.common.notLoaded);
    askQuestions.mockResolvedValue([]);
    await page.click(words.common.retry);
    expect(page.body.textContent).not.toContain(words.common.notLoaded);
  });
});
