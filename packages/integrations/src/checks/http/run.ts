import { Duration } from '@quarterdeck/expressions';
import type { HttpLogin } from '../../http/login.ts';
import { fetchAccessToken } from '../../http/oauth.ts';
import { type IncomingResponse, type OutgoingRequest, sendRequest } from '../../http/request.ts';
import { describeNetworkError } from '../../net/network-error.ts';
import type { EnvVar } from '../../values/env-var.ts';
import { resolveTls } from '../../values/resolve-tls.ts';
import { hasTemplate } from '../expressions.ts';
import { basicAuthorization, parseHttpUrl, takeCredentials } from '../http-url.ts';
import { defineProbe, InvalidCheckError, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import type { MetricSample } from '../result.ts';
import { crawl, describeBroken, isHtml } from './crawl/crawl.ts';
import { type HttpCheck, httpKind } from './spec.ts';

const DAY_MS = 86_400_000;

async function resolveList(list: readonly EnvVar[] | undefined, context: ProbeContext): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const entry of list ?? []) if (entry.name) values[entry.name] = await context.value(entry);
  return values;
}

/** The scheme that the spec or the connection asks for beyond basic authentication. */
function loginScheme(spec: HttpCheck, properties: Readonly<Record<string, string>>): HttpLogin['scheme'] | undefined {
  const isNtlm = spec.ntlm || spec.ntlmv2 || properties.ntlm === 'true' || properties.ntlmv2 === 'true';
  if (isNtlm && spec.digest) throw new InvalidCheckError('digest and NTLM authentication are both set');
  return isNtlm ? 'ntlm' : spec.digest ? 'digest' : undefined;
}

function hasHeader(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((key) => key.toLowerCase() === name);
}

async function prepare(spec: HttpCheck, context: ProbeContext): Promise<OutgoingRequest> {
  if (spec.url && spec.endpoint) throw new InvalidCheckError('url and endpoint are both set; endpoint is the former name of url');
  const variables = await resolveList(spec.env, context);
  const connection = await context.connection({ ...spec, url: spec.url ?? spec.endpoint, variables });
  const scheme = loginScheme(spec, connection.properties);
  const url = parseHttpUrl(connection.url, 'http');
  const credentials = takeCredentials(url, connection, context);
  const headers: Record<string, string> = { 'User-Agent': context.userAgent, ...(await resolveList(spec.headers, context)) };
  const body = spec.body && spec.templateBody ? await context.templates.text(spec.body, variables) : spec.body;
  const request: OutgoingRequest = {
    url,
    method: (spec.method || 'GET').toUpperCase(),
    headers,
    ...(body ? { body } : {}),
    tls: await resolveTls(spec.tlsConfig, context.value, connection.insecureTls),
    maxRedirects: spec.maxRedirects ?? 10,
    bodyBytes: context.bodyBytes,
    wantsBody: (answered) => context.wantsData || Boolean(spec.responseContent) || saysJson(answered) || spec.crawl !== undefined,
    signal: context.signal,
    lookup: context.hosts.lookup,
    guardHost: context.hosts.guardLiteral,
    monotonicMs: () => context.clock.monotonicMs(),
  };
  if (spec.awsSigV4 !== undefined) {
    const { createRequestSigner } = await import('../../aws/request-signer.ts');
    // Services of AWS differ in what a bare + means, and the signature must mean the same.
    url.search = url.search.replaceAll('+', '%20');
    return { ...request, sign: await createRequestSigner(spec.awsSigV4, url, context) };
  }
  if (spec.oauth2?.tokenURL) {
    const token = await fetchAccessToken(
      {
        tokenUrl: parseHttpUrl(spec.oauth2.tokenURL, 'http'),
        clientId: credentials.username,
        clientSecret: credentials.password,
        scopes: spec.oauth2.scope ?? [],
        params: spec.oauth2.params ?? {},
      },
      { ...request, wantsBody: () => true },
    );
    context.secret(token);
    headers.Authorization = `Bearer ${token}`;
  } else if (scheme !== undefined) {
    if (credentials.username === '') throw new InvalidCheckError(`${scheme} authentication needs a username and a password`);
    const { username, password } = credentials;
    return { ...request, login: { scheme, username, password } };
  } else if (!hasHeader(headers, 'authorization')) {
    Object.assign(headers, basicAuthorization(credentials, context));
  }
  return request;
}

function saysJson(headers: Readonly<Record<string, string>>): boolean {
  return (headers['Content-Type'] ?? '').includes('application/json');
}

type Json = { value: unknown; problem?: string };

function parseJson(text: string): Json {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { value: {}, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The verdicts in the contract's order; the first ones end the list. Source: health-checks §2.2. */
function judge(spec: HttpCheck, response: IncomingResponse, content: () => string, json: () => Json, nowMs: number): string[] {
  const problem = saysJson(response.headers) && !hasTemplate(spec.test) && response.body.length > 0 ? json().problem : undefined;
  if (problem !== undefined) return [`the body is not JSON although the content type says so: ${problem}`];
  const failures: string[] = [];
  const codes = spec.responseCodes ?? [];
  if (codes.length > 0 && !codes.includes(response.status))
    return [`response code ${response.status} is not one of ${codes.join(', ')}`];
  if (codes.length === 0 && (response.status < 200 || response.status > 299))
    failures.push(`response code ${response.status} is not in 200 to 299`);
  if (spec.thresholdMillis && response.durationMs > spec.thresholdMillis) {
    failures.push(`took ${Math.round(response.durationMs)} ms, more than ${spec.thresholdMillis} ms`);
  }
  if (spec.responseContent && !content().includes(spec.responseContent))
    failures.push(`the body does not contain "${spec.responseContent}"`);
  if (spec.maxSSLExpiry) failures.push(...judgeCertificate(spec.maxSSLExpiry, response.certificateExpiry, nowMs));
  return failures;
}

function judgeCertificate(minDays: number, expiry: Date | undefined, nowMs: number): string[] {
  if (expiry === undefined) return ['there is no certificate whose expiry could be checked'];
  const days = (expiry.getTime() - nowMs) / DAY_MS;
  return days < minDays ? [`the certificate expires in ${Math.floor(days)} days, less than ${minDays}`] : [];
}

function builtInMetrics(status: number, url: string, expiry: Date | undefined, nowMs: number): MetricSample[] {
  const statusClass = status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'unknown';
  const samples: MetricSample[] = [
    {
      name: 'canary_check_http_response_status',
      type: 'counter',
      value: 1,
      labels: { status: String(status), statusClass, url },
    },
  ];
  if (expiry !== undefined)
    samples.push({
      name: 'canary_check_http_ssl_expiry',
      type: 'gauge',
      value: (expiry.getTime() - nowMs) / DAY_MS,
      labels: { url },
    });
  return samples;
}

async function run(spec: HttpCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const request = await prepare(spec, context);
  let response: IncomingResponse;
  try {
    response = await sendRequest(request);
  } catch (error) {
    context.signal.throwIfAborted();
    throw new ProbeFailedError(describeNetworkError(error));
  }
  let text: string | undefined;
  const content = () => (text ??= response.body.toString('utf8'));
  let parsed: Json | undefined;
  const json = () => (parsed ??= parseJson(content()));
  const nowMs = context.clock.now().getTime();
  const failures = judge(spec, response, content, json, nowMs);
  const metrics = builtInMetrics(response.status, httpKind.endpoint(spec), response.certificateExpiry, nowMs);
  const report =
    spec.crawl !== undefined && failures.length === 0 && isHtml(response)
      ? await crawl(spec.crawl, { response, html: content(), request }, context)
      : undefined;
  const broken = report && describeBroken(report);
  if (broken !== undefined) failures.push(broken);
  const outcome: ProbeOutcome = { failures, durationMs: response.durationMs, metrics };
  if (!context.wantsData) return outcome;
  const sslAgeMs = response.certificateExpiry === undefined ? 0 : response.certificateExpiry.getTime() - nowMs;
  return {
    ...outcome,
    data: {
      code: BigInt(response.status),
      headers: response.headers,
      elapsed: Duration.fromMillis(response.durationMs),
      sslAge: Duration.fromMillis(sslAgeMs),
      content: content(),
      json: json().value,
      results: report === undefined ? {} : { crawl: report },
    },
  };
}

export const probe = defineProbe(httpKind, {
  timeoutMs: (spec) => (spec.crawl === undefined && spec.thresholdMillis) || undefined,
  run,
});
