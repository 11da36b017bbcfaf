import { describeProblem } from '../../words/describe-problem.ts';
import { readError } from '../read-error.ts';
import { showToast } from '../toasts.ts';

export function report(error: unknown): void {
  showToast(describeProblem(readError(error)), { tone: 'bad' });
}
