import { createServer, type IncomingMessage, request as requestUpstream, type ServerResponse } from 'node:http';
import { listen } from '../../support/listen.ts';

/** Every request on the network, from page, worker or service worker. `CONNECT host:port` for TLS, which is refused. */
export interface RecordingProxy {
  readonly url: string;
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** A forward proxy for plain HTTP. Give it to a browser context with `bypass: '<-loopback>'`, or loopback goes past it. */
export async function recordingProxy(): Promise<RecordingProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    forward(request, response);
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  const { origin, close } = await listen(server);
  return { url: origin, asked, close };
}

function forward(request: IncomingMessage, response: ServerResponse): void {
  if (!URL.canParse(request.url ?? '')) {
    response.writeHead(400).end();
    return;
  }
  const { method, headers } = request;
  const upstream = requestUpstream(new URL(request.url as string), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
}
