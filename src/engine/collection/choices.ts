import type { ScopableRecords } from '../../lib/scope-records.ts';
import { AppError } from '../../model/app-error.ts';
import { type ChoiceChanges, type Choices, NO_CHOICES, type SiteAccess } from '../../model/choices.ts';
import { LIMITS } from '../../model/limits.ts';
import { FIRST_SELECTION, type Selection } from '../../model/outputs/selection.ts';
import {
  parsePackDraft,
  parseQuestion,
  parseRules,
  parseSelection,
  parseSitePresentation,
} from '../../model/schema/choices.ts';
import { findExcess } from '../../selection/scope.ts';
import type { RecordTable } from '../../store/contract.ts';

/** Prefix, followed by the selection's id. */
export const SELECTIONS = 'choices/selections/';
export const CURRENT = 'choices/current';
export const PACK = 'choices/pack';
const AGENTS = 'choices/agents';
const PUBLISH_KEY = 'choices/publish-key';
const SITE_ACCESS = 'choices/site-access';
const SITE = 'choices/site';
/** Prefix, followed by the source's id. */
export const RULES = 'choices/rules/';
/** Prefix, followed by the question's id. */
export const QUESTIONS = 'choices/questions/';
/** Prefix, followed by the id of a model's answer. Backups and copies have them, exports and websites do not. */
export const ANSWERS = 'answers/';
/** Prefix, followed by the id of a highlight or note. Backups and copies have them, exports and websites do not. */
export const NOTES = 'notes/';
/** Prefix, followed by the path of a document: what the user says about it. */
export const DETAILS = 'details/';

type Records = ScopableRecords<RecordTable>;

/** Reads the choices. Each choice, each selection and each source's rules has its own record, so two tabs do not undo each other's changes. */
export async function readChoices(records: Records): Promise<Choices> {
  const [kept, current, draft, agents, publishKey, access, presented, rules, questions] = await Promise.all([
    records.list('settings', { prefix: SELECTIONS }),
    records.get('settings', CURRENT),
    records.get('settings', PACK),
    records.get('settings', AGENTS),
    records.get('settings', PUBLISH_KEY),
    records.get('settings', SITE_ACCESS),
    records.get('settings', SITE),
    records.list('settings', { prefix: RULES }),
    records.list('settings', { prefix: QUESTIONS }),
  ]);
  const selections = toRecord(kept, SELECTIONS, parseSelection);
  const pack = parsePackDraft(draft);
  const site = parseSitePresentation(presented);
  const siteAccess = toSiteAccess(access, typeof publishKey === 'string');
  return {
    selections,
    current: typeof current === 'string' && current in selections ? current : toFirst(selections),
    ...(pack === undefined ? {} : { pack }),
    agents: agents === true,
    ...(agents === false ? { agentsDenied: true } : {}),
    ...(typeof publishKey === 'string' ? { publishKey } : {}),
    ...(siteAccess === undefined ? {} : { siteAccess }),
    ...(site === undefined ? {} : { site }),
    rules: toRecord(rules, RULES, parseRules),
    questions: toRecord(questions, QUESTIONS, parseQuestion),
  };
}

/** Throws `engine/bad-selection` before it writes anything. */
export async function writeChoices(
  records: Records,
  { selections, current, pack, agents, publishKey, site, rules = {}, questions = {} }: ChoiceChanges,
): Promise<void> {
  if (pack !== undefined && parsePackDraft(pack) === undefined)
    throw refuse('query', LIMITS.maxQuestionChars, pack.query?.length ?? 0);
  if (selections !== undefined) await writeSelections(records, selections);
  if (current !== undefined) await records.put('settings', CURRENT, current);
  if (pack !== undefined) await records.put('settings', PACK, pack);
  if (agents !== undefined) await records.put('settings', AGENTS, agents);
  if (publishKey !== undefined) await records.put('settings', PUBLISH_KEY, publishKey);
  if (site !== undefined) await records.put('settings', SITE, site);
  for (const [sourceId, value] of Object.entries(rules)) await records.put('settings', RULES + sourceId, value);
  for (const [id, question] of Object.entries(questions)) {
    if (question === null) await records.delete('settings', QUESTIONS + id);
    else await records.put('settings', QUESTIONS + id, question);
  }
}

/** Earlier releases stored only the key. A value of a later release is not open to anyone. */
function toSiteAccess(stored: unknown, hasKey: boolean): SiteAccess | undefined {
  if (stored === undefined) return hasKey ? 'link' : undefined;
  return stored === 'open' || stored === 'link' ? stored : 'passphrase';
}

export function writeSiteAccess(records: Records, access: SiteAccess): Promise<void> {
  return records.put('settings', SITE_ACCESS, access);
}

async function writeSelections(records: Records, changes: Readonly<Record<string, Selection | null>>): Promise<void> {
  const { selections } = await readChoices(records);
  for (const selection of Object.values(changes)) if (selection !== null) checkSelection(selection);
  const ids = new Set([...Object.keys(selections), ...Object.keys(changes)]);
  const left = [...ids].filter((id) => changes[id] !== null);
  if (left.length > LIMITS.maxSelections) throw refuse('selections', LIMITS.maxSelections, left.length);
  for (const [id, selection] of Object.entries(changes)) {
    if (selection === null) await records.delete('settings', SELECTIONS + id);
    else await records.put('settings', SELECTIONS + id, selection);
  }
}

/** Refuses an oversized selection and names the excess, instead of truncating it. */
function checkSelection(selection: Selection): void {
  const excess = findExcess(selection);
  if (excess !== undefined) throw refuse(excess.what, excess.max, excess.actual);
  if (parseSelection(selection) === undefined) throw refuse('value', 0, 0);
}

function refuse(what: string, max: number, actual: number): AppError {
  return new AppError('engine/bad-selection', 'the selection has more than it may have', { what, max, actual });
}

function toFirst(selections: Choices['selections']): string {
  return FIRST_SELECTION in selections ? FIRST_SELECTION : (Object.keys(selections)[0] ?? NO_CHOICES.current);
}

function toRecord<T>(
  rows: readonly (readonly [string, unknown])[],
  prefix: string,
  parse: (value: unknown) => T | undefined,
): Record<string, T> {
  return Object.fromEntries(
    rows.flatMap(([key, value]) => {
      const parsed = parse(value);
      return parsed === undefined ? [] : [[key.slice(prefix.length), parsed]];
    }),
  );
}
