import { type FormEvent, useState } from 'react';
import type { RepoPreview } from '../../../model/site/repo.ts';
import { toRepoName, toRepoUrl } from '../../../site/repo-address.ts';
import { Button } from '../../kit/button.tsx';
import * as css from '../../kit/dialog.module.css';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import * as look from '../../kit/look.module.css';
import { useLoaded } from '../../kit/use-loaded.ts';
import { startSite } from '../../state/actions/collection-actions.ts';
import type { DialogProps } from '../../state/app-state.ts';
import { useApp } from '../../state/context.ts';
import type { Problem } from '../../state/read-error.ts';
import { formatBytes, formatDate } from '../../text/format.ts';
import { toVisibleName } from '../../text/visible-text.ts';
import { describeProblem } from '../../words/describe-problem.ts';
import { libraryWords } from '../../words/library.ts';
import { repoWords, siteWords } from '../../words/site.ts';
import { words } from '../../words/words.ts';

/** Asks for branch and folder of a repository, from the server's list. */
export function RepoDialog({ dialog, onClose }: DialogProps<'repo'>) {
  const { repo, collectionId, sourceId } = dialog;
  const app = useApp();
  const { sites } = app.connection;
  const [token, setToken] = useState('');
  const [request, setRequest] = useState({ repo, token: '' });
  const { value: preview, problem: failure } = useLoaded(
    (signal) => {
      // A closed form stops its requests.
      signal.addEventListener('abort', () => void sites?.stopPreview().catch(() => undefined));
      return sites?.previewRepo(request.repo, request.token === '' ? undefined : request.token);
    },
    [sites, request],
    { onFailure: 'return' },
  );
  const problem = failure && describeFailure(failure);
  const [folder, setFolder] = useState<string>();
  const ref = preview?.ref ?? request.repo;
  const chosenFolder = folder ?? ref.folder;
  const isUnknown = preview !== undefined && chosenFolder !== '' && !preview.folders.includes(chosenFolder);
  const chooseBranch = (rev: string) => {
    setFolder(undefined);
    setRequest({ repo: { ...ref, rev, folder: '' }, token });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sites === undefined || isUnknown) return;
    if (preview === undefined) return setRequest({ repo, token });
    // Without a named branch, the source follows the default branch, even after that is renamed.
    const rev = repo.rev === '' && repo.tail === undefined && request.repo === repo ? '' : ref.rev;
    const { tail: _, ...rest } = ref;
    const chosen = { ...rest, rev, folder: chosenFolder };
    onClose();
    const site = { url: toRepoUrl(chosen), repo: chosen };
    void startSite(app, { site, token: token || undefined, sourceId }, { collectionId, name: toRepoName(chosen) });
  };
  return (
    <Dialog title={sourceId === undefined ? repoWords.title : repoWords.againTitle} onClose={onClose}>
      <form className={css.body} onSubmit={submit} noValidate>
        <p className={look.name}>{toVisibleName(toRepoUrl(request.repo))}</p>
        {problem !== undefined && (
          <p className={look.problem} role="alert">
            {problem}
          </p>
        )}
        {preview === undefined && problem === undefined && <p role="status">{repoWords.loading}</p>}
        {preview !== undefined && (
          <Choices preview={preview} folder={chosenFolder} onBranch={chooseBranch} onFolder={setFolder} />
        )}
        {isUnknown && (
          <p className={look.hint} role="alert">
            {repoWords.noFolder}
          </p>
        )}
        {repo.kind !== 'npm' && (
          <TextField
            label={repoWords.token}
            hint={repoWords.tokenHint}
            type="password"
            autoComplete="off"
            value={token}
            onChange={(text) => setToken(text.trim())}
          />
        )}
        <p className={look.hint}>{repoWords.privacy}</p>
        <div className={css.actions}>
          <Button label={words.common.cancel} onClick={onClose} />
          <Button
            look="primary"
            label={
              preview === undefined ? words.common.retry : sourceId === undefined ? siteWords.start : libraryWords.sync
            }
            type="submit"
            disabled={preview === undefined && problem === undefined}
          />
        </div>
      </form>
    </Dialog>
  );
}

function describeFailure(problem: Problem): string {
  const { until } = problem.details;
  const end = typeof until === 'string' && until !== '' ? ` ${repoWords.limitEnds(formatDate(until))}` : '';
  return describeProblem(problem) + end;
}

function Choices(props: {
  readonly preview: RepoPreview;
  readonly folder: string;
  readonly onBranch: (rev: string) => void;
  readonly onFolder: (folder: string) => void;
}) {
  const { preview, folder } = props;
  const { ref, branches, folders, files, bytes } = preview;
  const names = branches.includes(ref.rev) ? branches : [ref.rev, ...branches];
  return (
    <>
      <p className={look.soft}>{repoWords.found(files, bytes === 0 ? '' : formatBytes(bytes))}</p>
      <SelectField
        label={ref.kind === 'npm' ? repoWords.version : repoWords.branch}
        value={ref.rev}
        options={names.map((name) => [name, toVisibleName(name)] as const)}
        onChange={props.onBranch}
      />
      <TextField
        label={repoWords.folder}
        list="repo-folders"
        placeholder={repoWords.wholeFolder}
        value={folder}
        onChange={(text) => props.onFolder(text.replace(/^\/+|\/+$/g, ''))}
      />
      <datalist id="repo-folders">
        {folders.slice(0, MAX_FOLDERS).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** Longest list of suggestions; other folders can be typed. */
const MAX_FOLDERS = 2_000;
