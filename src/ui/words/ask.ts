import type { AnswerCitation } from '../../model/outputs/answer.ts';
import type { Problem } from '../state/read-error.ts';
import { formatCount } from '../text/format.ts';
import { describeProblem } from './describe-problem.ts';

/** Ask a model; loaded with Pack. */
export const askWords = {
  context: 'Context',
  answer: 'Answer',
  panes: 'Context or answer',
  ask: 'Ask',
  model: 'Model',
  otherModel: 'Another model…',
  onThisComputer: (name: string) => `${name} on this computer`,
  onHost: (name: string, host: string) => `${name} on ${host}`,
  browserModel: 'Model of this browser',
  // How to get a model
  why: 'Ask sends this pack to a language model and checks every source of its answer against your files. To get one on this computer, install Ollama or LM Studio, load a model there, and press Find models.',
  find: 'Find models',
  finding: 'Looking…',
  findHint: 'Asks ports 11434, 1234, 8080 and 8000 of this computer, only when you press this.',
  noneFound: 'No model server answered on this computer. Start one so that it lets this page ask:',
  noModels: (host: string) => `${host} answered, but has no models yet. Load one there, then press Find models again.`,
  choose: 'Choose a model',
  browserSays: (state: string) => `This browser has a model of its own. It says: ${state}.`,
  useBrowser: 'Use the model of this browser',
  address: 'Address of another server',
  addressHint: 'Any server that speaks the OpenAI protocol, such as http://192.168.1.20:11434.',
  badAddress: "This isn't a web address.",
  key: 'Key',
  keyHint: 'If the server wants one. Forgotten when you close the page.',
  remember: 'Remember on this device',
  connect: 'Connect',
  cancel: 'Cancel',
  // Consent
  sendTo: (host: string, tokens: string) =>
    `This sends your question and up to ${tokens} tokens of your files to ${host}, which is not this computer. Secrets are masked unless you turned that off.`,
  send: (host: string) => `Send to ${host}`,
  // While it runs
  packing: 'Making the pack…',
  downloading: (percent: string) => `The browser downloads its model: ${percent}`,
  waiting: (model: string) => `${model} is reading the pack…`,
  writing: (model: string) => `${model} is writing…`,
  checking: 'Checking the sources…',
  retrying: (model: string) => `The answer named no sources. Asking ${model} for them…`,
  stop: 'Stop',
  smaller: (tokens: string, context: string) =>
    `The pack was made smaller, ${tokens} tokens, to fit the ${context} tokens of this model with room for the answer.`,
  // The answer
  confirmed: (n: number, all: number) =>
    all === 0 ? 'No sources' : `${formatCount(n)} of ${formatCount(all)} sources confirmed`,
  showProblem: (n: number) =>
    n === 1 ? 'show the one that is not' : `show the first of ${formatCount(n)} that are not`,
  noSource: 'no source given',
  cut: 'The answer ended early. What arrived is kept.',
  broken: 'The server stopped answering. What arrived is kept. Ask again for the rest.',
  copy: 'Copy with sources',
  copied: 'Answer copied.',
  again: 'Ask again',
  keepQuestion: 'Add to questions',
  followUp: 'Follow-up',
  followUpPlaceholder: 'Ask a follow-up question',
  sent: (host: string, tokens: string) => `Sent to ${host} and nowhere else: ${tokens} tokens of this pack.`,
  sentBrowser: (tokens: string) => `Given to the model of this browser: ${tokens} tokens of this pack.`,
  requests: 'Requests',
  nothingYet: 'No answer yet. Type a question and press Ask.',
  // Kept answers
  kept: 'Kept answers',
  keptSearch: 'Search kept answers',
  remove: (question: string) => `Delete the answer to “${question}”`,
  removed: 'Answer deleted.',
  undo: 'Undo',
  sources: 'Sources',
} as const;

/** Words of a chip after its place. */
export function describeChip({ verdict, reason, isOutside }: AnswerCitation): string {
  if (isOutside) return 'not in the pack';
  if (reason === 'name') return 'no such name in this collection';
  if (reason === 'quote') return "these words aren't there";
  if (reason === 'no-file') return 'no such file';
  if (reason === 'past-end') return 'past the end of the file';
  if (verdict === 'exists' && reason === 'changed') return 'changed since';
  return {
    exact: '',
    exists: '',
    'changed since': 'changed since',
    moved: 'moved',
    near: 'differs',
    'not found': 'not found',
  }[verdict];
}

const PROBLEMS: Readonly<Record<string, string>> = {
  'answer/network-denied':
    "Your browser doesn't let this page reach the local network. Allow it in the settings of this site, next to the address, and ask again.",
  'answer/not-a-server': 'The address answered, but not as a model server. Check it, and leave out what follows /v1.',
  'answer/refused': 'The server refused the request. Check the key and the address.',
  'answer/server-error': 'The server failed while it answered. Its own log says why. Ask again.',
  'answer/unknown-model': "The server doesn't have this model. Load it there, or choose another model.",
  'answer/context-too-long':
    'The question and the pack are too long for this model. Use a smaller budget, or a model with a longer context.',
  'answer/too-long': 'The answer had no end, so it was stopped. Ask again, or use another model.',
  'answer/no-pack': 'Nothing in this collection matches the question. Try other words.',
  'answer/browser-model': 'The model of this browser failed. Ask again, or choose another model.',
  'answer/other-origin': 'The request was stopped because it went to another host. Choose the model again.',
  'thread/worker-died': 'The request ended unexpectedly. What arrived is kept. Ask again.',
  'thread/no-answer': "The part of Quire that reaches models didn't start. Reload the page.",
};

/** Says what happened and the remedy; `command` starts the server so that this page may ask it. */
export function describeAskProblem(problem: Problem, command: string | undefined): string {
  const { code, details } = problem;
  const host = typeof details.host === 'string' ? details.host : 'The server';
  if (code === 'answer/unreachable') {
    const remedy =
      command === undefined
        ? 'Start it, and allow this page as an origin.'
        : `Quit it if it runs, then start it with: ${command}`;
    return `${host} gave no answer: it isn't running, or doesn't let this page ask it. ${remedy}`;
  }
  const sentence = PROBLEMS[code];
  if (sentence === undefined) return describeProblem(problem);
  const { actual, limit, model, status } = details;
  const figures = [
    ...(typeof model === 'string' && model !== '' ? [model] : []),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(actual === undefined || limit === undefined ? [] : [`${actual}, limit ${limit}`]),
  ];
  return figures.length === 0 ? sentence : `${sentence} (${figures.join('; ')})`;
}
