import type { ServerResponse } from 'node:http';
import { type Json, textAt } from './json.ts';
import type { ObjectStore, StoreEvent } from './object-store.ts';
import type { RequestTarget } from './request-target.ts';
import { apiVersionOf } from './resource-types.ts';
import { readSelectors } from './selectors.ts';
import { StatusError, statusOf } from './status.ts';

/** An open watch. */
export interface WatchStream {
  bookmark(): void;
  /** Ends it as the server does when its time is over. */
  end(): void;
  /** Breaks the connection. */
  destroy(): void;
}

/** Sends the changes of a list, line by line, until the time of the request is over. */
export function openWatch(
  store: ObjectStore,
  target: RequestTarget,
  query: URLSearchParams,
  response: ServerResponse,
): WatchStream {
  const { resource, namespace } = target;
  const selects = readSelectors(query.get('labelSelector') ?? '', query.get('fieldSelector') ?? '');
  const wantsBookmarks = query.get('allowWatchBookmarks') === 'true';
  const send = (type: string, object: Json) => response.write(`${JSON.stringify({ type, object })}\n`);
  const deliver = (event: StoreEvent) => {
    const isOfList =
      event.resource.group === resource.group &&
      event.resource.plural === resource.plural &&
      (namespace === '' || textAt(event.object, 'metadata', 'namespace') === namespace);
    if (isOfList && selects(event.object)) send(event.type, event.object);
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  let stop = () => {};
  try {
    const from = query.get('resourceVersion') ?? '';
    if (from !== '' && from !== '0') for (const event of store.since(Number(from))) deliver(event);
    else for (const object of store.list(resource, namespace || undefined)) if (selects(object)) send('ADDED', object);
    stop = store.onEvent(deliver);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    send('ERROR', statusOf(error));
    response.end();
  }
  const bookmark = () => {
    if (!wantsBookmarks) return;
    const metadata = { resourceVersion: String(store.version), creationTimestamp: null };
    send('BOOKMARK', { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata });
  };
  const end = () => {
    stop();
    bookmark();
    response.end();
  };
  const seconds = Number(query.get('timeoutSeconds') ?? '0');
  const timer = seconds > 0 ? setTimeout(end, seconds * 1000) : undefined;
  response.on('close', () => {
    stop();
    clearTimeout(timer);
  });
  return { bookmark, end, destroy: () => response.destroy() };
}
