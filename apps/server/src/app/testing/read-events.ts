/** The next events of a stream of server-sent events, each as its fields. */
export async function* readEvents(response: Response): AsyncGenerator<Record<string, string>> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const fields = block.split('\n').map((line) => line.split(/: (.*)/s, 2));
      yield Object.fromEntries(fields);
    }
  }
}

/** The next event of a name. @throws when the stream ends before */
export async function nextEvent(events: AsyncGenerator<Record<string, string>>, name: string): Promise<Record<string, string>> {
  // Not `for await`: leaving such a loop would end the stream.
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    if (next.value.event === name) return next.value;
  }
  throw new Error(`the stream ended without ${name}`);
}
