/** Yields the lines of a stream of UTF-8, however its bytes were split. `\r\n` ends a line too. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() as string;
      for (const line of lines) yield line.replace(/\r$/, '');
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    // The caller may leave early: the server should stop then.
    void reader.cancel().catch(() => undefined);
  }
}

/** Yields the data of server-sent events. Comments, names and ids are skipped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    else if (line === '' && data.length > 0) {
      yield data.join('\n');
      data = [];
    }
  }
  // Some servers end without the last empty line.
  if (data.length > 0) yield data.join('\n');
}
