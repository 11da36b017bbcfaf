import type { ServerResponse } from 'node:http';

/** Where `npm start` serves: the first that is free. */
export const START_PORTS: readonly number[];

export interface StaticServer {
  readonly port: number;
  /** Ends with the base path. */
  readonly url: string;
  stop(): Promise<void>;
}
export function startStaticServer(options: {
  root: string;
  /** Begins and ends with `/`. */
  base?: string;
  port?: number;
  host?: string;
  compress?: boolean;
  /** Answered with 404. */
  blocked?: (path: string) => boolean;
  /** The response is not begun yet; its `close` tells when it was sent. */
  onRequest?: (path: string, response: ServerResponse) => void;
  /** Sent in front of the file: how a test listens inside a script that no driver reaches. */
  preface?: (path: string) => string;
}): Promise<StaticServer>;
