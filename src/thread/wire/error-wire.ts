import { transferHandlers } from 'comlink';
import { AppError, type ErrorCode, type ErrorDetails, toAppError } from '../../model/app-error.ts';

interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/**
 * comlink sends a thrown Error as message, name and stack, so class and code are lost. Call this once on both sides of every wire; an AppError then
 * arrives unchanged, other errors as `app/unexpected`.
 */
export function installErrorWire(): void {
  const comlinks = transferHandlers.get('throw');
  if (!comlinks) throw new AppError('app/unexpected', 'comlink has no handler for thrown values');
  transferHandlers.set('throw', {
    canHandle: (value): value is unknown => comlinks.canHandle(value),
    serialize: (thrown) => [toWireError((thrown as { value: unknown }).value), []],
    deserialize: (error) => {
      throw fromWireError(error as WireError);
    },
  });
}

export function toWireError(value: unknown): WireError {
  const { code, message, details } = toAppError(value);
  return { code, message, details };
}

export function fromWireError(error: WireError): AppError {
  return new AppError(error.code, error.message, error.details);
}
