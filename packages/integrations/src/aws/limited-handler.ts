import { Readable, Transform } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/** Bytes of one answer; a page of a listing has some 300 for each of a thousand objects. */
const MOST_BYTES = 16 * 1024 * 1024;

type Handle = NodeHttpHandler['handle'];

function limited(body: Readable): Readable {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) done(new Error(`the answer is larger than ${MOST_BYTES} bytes`));
      else done(null, chunk);
    },
  });
  body.once('error', (error) => limit.destroy(error));
  limit.once('close', () => body.destroy());
  return body.pipe(limit);
}

/** Sends the requests of the AWS SDK and reads no endless answer. */
export class LimitedHandler extends NodeHttpHandler {
  override async handle(...call: Parameters<Handle>): ReturnType<Handle> {
    const { response } = await super.handle(...call);
    const body: unknown = response.body;
    if (body instanceof Readable) response.body = limited(body);
    return { response };
  }
}
