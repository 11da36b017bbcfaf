import type { PackDraft } from './outputs/pack-draft.ts';
import type { Question } from './outputs/question.ts';
import { FIRST_SELECTION, NO_SELECTION, type Selection } from './outputs/selection.ts';

/** The user's choices for one collection, stored, copied and deleted with it. */
export interface Choices {
  /** By id, in the order of creation. */
  readonly selections: Readonly<Record<string, Selection>>;
  /** Id of the one that packs and exports are made from. It may not be there yet. */
  readonly current: string;
  /** Unset until something was put into it. */
  readonly pack?: PackDraft;
  /** Agents in this browser may read the collection. Consent is for one collection: a copy does not have it. */
  readonly agents: boolean;
  /** True if the user switched that off: a published collection is open to agents by default. */
  readonly agentsDenied?: boolean;
  /** Key of the encrypted website, so that old links open the next one too. */
  readonly publishKey?: string;
  /** Who can read the website that was published last; unset if there was none. The engine writes it, and a passphrase is never stored. */
  readonly siteAccess?: SiteAccess;
  /** How the website was presented when it was published last. */
  readonly site?: SitePresentation;
  /** By source id. */
  readonly rules: Readonly<Record<string, SourceRules>>;
  /** By id. */
  readonly questions: Readonly<Record<string, Question>>;
}

/** Who can read a website: anyone, people with its link, or people with its passphrase. */
export type SiteAccess = 'open' | 'link' | 'passphrase';

/** The publisher's words about a website, the path of the file to read first, and where it will be; empty if not given. */
export interface SitePresentation {
  readonly name: string;
  readonly description: string;
  readonly start: string;
  readonly address?: string;
  /** Leaves out the places for packs and exports. */
  readonly readingOnly?: boolean;
  /** Only the search box was made, for a site that exists. */
  readonly searchOnly?: boolean;
  /** Pattern of the addresses of its pages. */
  readonly pages?: string;
}

/** Globs that the user gave for one source; the next sync uses them again. */
export interface SourceRules {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Changes only the fields given, and within rules and selections only the sources and ids given. Null removes a selection or a question. */
export interface ChoiceChanges extends Partial<Omit<Choices, 'selections' | 'questions' | 'siteAccess'>> {
  readonly selections?: Readonly<Record<string, Selection | null>>;
  readonly questions?: Readonly<Record<string, Question | null>>;
}

export const NO_CHOICES: Choices = {
  selections: {},
  current: FIRST_SELECTION,
  agents: false,
  rules: {},
  questions: {},
};
export const NO_RULES: SourceRules = { include: [], exclude: [] };

export function getCurrentSelection({ selections, current }: Pick<Choices, 'selections' | 'current'>): Selection {
  return selections[current] ?? NO_SELECTION;
}
