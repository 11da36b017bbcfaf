import type { ErrorDetails } from '../model/app-error.ts';

/** Servers whose additions to the OpenAI protocol are used. */
export type ServerKind = 'ollama' | 'lm-studio' | 'llama.cpp' | 'vllm' | 'openai';

export interface ModelServer {
  /** Address without `/v1` and without a slash at its end. */
  readonly base: string;
  readonly key?: string | undefined;
}

/** A model of a server. */
export interface ServerModel {
  readonly name: string;
  readonly kind: ServerKind;
  /** Tokens of prompt and answer together, if the server says so. */
  readonly contextTokens?: number | undefined;
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** The most tokens that the answer may have. */
  readonly answerTokens: number;
  /** Tokens of the whole prompt, estimated, with room for the answer. Ollama cuts a longer prompt without a word, unless it is told. */
  readonly windowTokens: number;
  /** JSON schema of the answer, where the model can be held to one. */
  readonly schema?: object | undefined;
}

export interface ChatEnd {
  /** `cut`: the connection broke. `length`: the answer was longer than allowed. */
  readonly why: 'end' | 'length' | 'cut' | 'stopped';
}

/** A model that answers: of a server, or the browser's own. */
export interface Model {
  readonly name: string;
  /** Shown, and kept with the answer. */
  readonly host: string;
  readonly contextTokens?: number | undefined;
  /** Calls `onText` with each further part of the answer. Ends when the signal is aborted. Rejects with `answer/…`. */
  chat(request: ChatRequest, onText: (part: string) => void, signal: AbortSignal): Promise<ChatEnd>;
}

/** Calls to servers of models, as the model worker offers them. Rejects with `answer/…`. */
export interface ModelService {
  listModels(server: ModelServer): Promise<readonly ServerModel[]>;
  /** Returns the model with its context length, if the server says it. */
  describe(server: ModelServer, model: ServerModel): Promise<ServerModel>;
  chat(call: ServerChat, onText: (part: string) => void): Promise<ChatEnd>;
  /** Ends the running chat. */
  stop(): void;
}

export interface ServerChat extends ChatRequest {
  readonly server: ModelServer;
  readonly model: ServerModel;
}

export interface AskProblem {
  readonly code: string;
  readonly message: string;
  readonly details: ErrorDetails;
}
