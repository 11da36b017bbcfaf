/** Named points of a commit, in order. Tests stop or kill the process there. */
export type CommitStep = 'after-bundle' | 'after-flush' | 'before-pointer' | 'after-pointer' | 'in-sweep';

export type OnStep = (step: CommitStep) => void | Promise<void>;
