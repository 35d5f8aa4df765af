import { z } from 'zod';
import { resolveTls } from '../../values/resolve-tls.ts';
import { callApi, describeAnswer } from '../api-call.ts';
import { basicAuthorization, parseHttpUrl, takeCredentials } from '../http-url.ts';
import { defineProbe, type ProbeContext, ProbeFailedError, type ProbeOutcome } from '../probe.ts';
import { alertMatchers } from './matchers.ts';
import { type AlertmanagerCheck, alertmanagerKind } from './spec.ts';

const alertSchema = z.object({
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()).default({}),
  fingerprint: z.string(),
});

/** Labels that tell what an alert is about, the most telling one first. */
const SUBJECT_LABELS = ['deployment', 'daemonset', 'statefulset', 'cronjob_name', 'job_name', 'pod', 'nodename'];

/** Name and place of an alert, joined by slashes. */
function alertName(labels: Readonly<Record<string, string>>): string {
  const subject = SUBJECT_LABELS.find((label) => labels[label]);
  const { alertname, namespace, node, container, job } = labels;
  const parts = [alertname, namespace, node, subject && labels[subject], container === job ? '' : container];
  return parts.filter(Boolean).join('/');
}

function describeAlert({ labels, annotations, fingerprint }: z.infer<typeof alertSchema>) {
  const message = annotations.message || annotations.description || annotations.summary || '';
  return { name: alertName(labels), message, labels, annotations, fingerprint };
}

async function run(spec: AlertmanagerCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const connection = await context.connection({ ...spec, url: spec.url ?? spec.host });
  const url = parseHttpUrl(connection.url, 'alertmanager');
  const headers = basicAuthorization(takeCredentials(url, connection, context), context);
  url.pathname = '/api/v2/alerts';
  url.search = new URLSearchParams(alertMatchers(spec).map((matcher): [string, string] => ['filter', matcher])).toString();
  const tls = await resolveTls(spec.tlsConfig, context.value, connection.insecureTls);
  const answer = await callApi({ url, headers, tls }, context);
  const parsed = z.array(alertSchema).safeParse(answer.json);
  if (answer.status !== 200 || !parsed.success) throw new ProbeFailedError(describeAnswer(answer));
  const results = { alerts: parsed.data.map(describeAlert) };
  return { data: { results }, detail: results };
}

export const probe = defineProbe(alertmanagerKind, { run });
