import { urlBelow } from '../checks/http-url.ts';
import { InvalidCheckError, type ProbeContext, ProbeFailedError } from '../checks/probe.ts';
import { resolveGcpAccess } from '../google/gcp-access.ts';
import { describeGoogleFailure } from '../google/google-failure.ts';
import { googleServiceUrl } from '../google/service-url.ts';
import { describeNetworkError } from '../net/network-error.ts';

/** Calls an interface of Google with the login of a connection; rejects unless the answer is good. */
export async function expectGoogleOk(
  reference: string,
  service: { base: string; path: string; scope: string },
  context: ProbeContext,
): Promise<void> {
  try {
    const access = await resolveGcpAccess({ connection: reference }, service.scope, context);
    const [pathname = '', query = ''] = service.path.split('?');
    const url = urlBelow(googleServiceUrl(access.endpoint, service.base), pathname);
    url.search = query;
    const response = await access.fetch(url, { signal: context.signal });
    if (!response.ok) throw new ProbeFailedError(await describeGoogleFailure(response));
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof InvalidCheckError || error instanceof ProbeFailedError) throw error;
    throw new ProbeFailedError(describeNetworkError(error));
  }
}
