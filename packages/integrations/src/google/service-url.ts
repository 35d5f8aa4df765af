import { InvalidCheckError } from '../checks/probe.ts';

/**
 * Where a service of Google is called. A connection may name the address of Google at large or of another of its services, which does not count;
 * any other address is that of a stand-in for the service. Rejects what is no http(s) URL with InvalidCheckError.
 */
export function googleServiceUrl(endpoint: string, service: string): URL {
  if (endpoint === '') return new URL(service);
  let url: URL;
  try {
    url = new URL(endpoint);
  } catch {
    throw new InvalidCheckError('the endpoint is no URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new InvalidCheckError('the endpoint is no http(s) URL');
  return /(?:^|\.)googleapis\.com$/.test(url.hostname) ? new URL(service) : url;
}
