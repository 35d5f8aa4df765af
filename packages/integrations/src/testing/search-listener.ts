import type { RequestListener } from 'node:http';
import { readText } from './read-text.ts';

export interface SearchRequest {
  method: string | undefined;
  url: string | undefined;
  contentType: string | undefined;
  authorization: string | undefined;
  body: string;
}

/** Answers searches as Elasticsearch does, for `elastic` with the password `changeme`; notes the requests. Index `old` has the former form of a total. */
export function searchListener(requests: SearchRequest[]): RequestListener {
  return async (request, response) => {
    const body = await readText(request);
    const { method, url = '', headers } = request;
    requests.push({ method, url, contentType: headers['content-type'], authorization: headers.authorization, body });
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const refuse = (status: number, type: string, reason: string) =>
      answer(status, { error: { root_cause: [{ type, reason }], type, reason }, status });
    if (headers.authorization !== `Basic ${Buffer.from('elastic:changeme').toString('base64')}`)
      return refuse(401, 'security_exception', `unable to authenticate with ${headers.authorization}`);
    const index = /([^/]*)\/_search$/.exec(url)?.[1] ?? '';
    const total = { value: index === 'empty' ? 0 : 3, relation: 'eq' };
    if (index === 'missing') return refuse(404, 'index_not_found_exception', 'no such index [missing]');
    const hits = [{ _index: 'logs', _id: '1', _source: { system: { role: 'api' } } }];
    return answer(200, { took: 1, timed_out: false, hits: { total: index === 'old' ? 5 : total, hits } });
  };
}
