export interface SeenRequest {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly url: string;
  /** 0 when no answer could be read. */
  readonly status: number;
  readonly bytes: number;
  /** From the request to the last byte of the answer. */
  readonly ms: number;
  /** Purpose: `llms.txt`, `page`… Absent for the app's own files. */
  readonly reason?: string;
}

export interface RequestRow extends SeenRequest {
  /** `app` for the app's own files. */
  readonly reason: string;
}

/** All requests of page and workers. */
export interface RequestLog {
  /** Number of requests other than those for the app's own files [S19]. */
  readonly count: number;
  /** Newest last; the same array until something changes. */
  list(): readonly RequestRow[];
  subscribe(listener: () => void): () => void;
}
