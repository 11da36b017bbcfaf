/** Statuses that pages fail with; HTTP/2 sends no text for them. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  410: 'Gone',
  418: "I'm a Teapot",
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** 404 → `404 Not Found`. */
export function formatHttpStatus(status: number): string {
  const name = NAMES[status];
  return name === undefined ? `status ${status}` : `${status} ${name}`;
}
