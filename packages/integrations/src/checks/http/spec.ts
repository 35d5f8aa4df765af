import { z } from 'zod';
import { awsConnectionFields } from '../../aws/aws-connection.ts';
import { awsSigningSchema } from '../../aws/request-signing.ts';
import { envVarSchema } from '../../values/env-var.ts';
import { tlsConfigFields, tlsConfigSchema } from '../../values/tls-config.ts';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { connectionFields, connectionShape } from '../connection-fields.ts';
import { hostOf, withoutCredentials } from '../endpoint.ts';
import type { CheckKind, FieldDescription } from '../model.ts';
import { crawlFields, crawlSchema } from './crawl/crawl-options.ts';

const httpSchema = baseCheckSchema.extend({
  ...connectionShape,
  endpoint: z.string().optional(),
  method: z.string().optional(),
  body: z.string().optional(),
  templateBody: z.boolean().optional(),
  env: z.array(envVarSchema).optional(),
  headers: z.array(envVarSchema).optional(),
  responseCodes: z.array(z.number().int()).optional(),
  responseContent: z.string().optional(),
  responseJSONContent: z.object({ path: z.string().optional(), value: z.string().optional() }).optional(),
  thresholdMillis: z.number().optional(),
  maxSSLExpiry: z.number().optional(),
  maxRedirects: z.number().int().min(0).optional(),
  digest: z.boolean().optional(),
  ntlm: z.boolean().optional(),
  ntlmv2: z.boolean().optional(),
  oauth2: z
    .object({
      tokenURL: z.string().optional(),
      scope: z.array(z.string()).optional(),
      params: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  awsSigV4: awsSigningSchema.optional(),
  tlsConfig: tlsConfigSchema.optional(),
  crawl: crawlSchema.optional(),
});

export type HttpCheck = z.infer<typeof httpSchema>;

const envVarListFields: readonly FieldDescription[] = [
  { key: 'name', label: 'Name', control: 'text', required: true },
  { key: 'value', label: 'Value', control: 'text' },
  { key: 'valueFrom', label: 'Value from', control: 'yaml', help: 'secretKeyRef or configMapKeyRef with name and key.' },
];

const fields = checkFields([
  ...connectionFields({
    placeholder: 'https://example.com/health',
    help: 'May use $(name) and {{.name}} with name, namespace, username, password and the names in env.',
  }),
  { key: 'endpoint', label: 'Endpoint', control: 'text', group: 'Target', help: 'Former name of URL; do not set both.' },
  {
    key: 'method',
    label: 'Method',
    control: 'select',
    group: 'Request',
    default: 'GET',
    options: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((value) => ({ value, label: value })),
  },
  { key: 'headers', label: 'Headers', control: 'list', group: 'Request', fields: envVarListFields },
  { key: 'body', label: 'Body', control: 'code', group: 'Request' },
  { key: 'templateBody', label: 'Body is a Go template', control: 'switch', group: 'Request', default: false },
  { key: 'env', label: 'Template variables', control: 'list', group: 'Request', fields: envVarListFields },
  {
    key: 'maxRedirects',
    label: 'Redirects followed',
    control: 'number',
    group: 'Request',
    default: 10,
    help: '0 does not follow.',
  },
  {
    key: 'responseCodes',
    label: 'Accepted status codes',
    control: 'list',
    items: 'number',
    group: 'Verdict',
    help: '200 to 299 when empty.',
  },
  { key: 'responseContent', label: 'Body contains', control: 'text', group: 'Verdict' },
  {
    key: 'thresholdMillis',
    label: 'Slowest answer',
    control: 'number',
    unit: 'ms',
    group: 'Verdict',
    help: 'Also the time limit of the request; 120 s when empty.',
  },
  {
    key: 'maxSSLExpiry',
    label: 'Certificate valid for',
    control: 'number',
    unit: 'days',
    group: 'Verdict',
    help: 'Fails when the certificate expires sooner, or when there is none.',
  },
  {
    key: 'crawl',
    label: 'Follow links',
    control: 'group',
    group: 'Verdict',
    help: 'Asks for the pages that the page links to, and fails when one of them is broken.',
    fields: crawlFields,
  },
  { key: 'responseJSONContent', label: 'JSON content', control: 'yaml', group: 'Verdict', help: 'Has no effect; use a test.' },
  { key: 'tlsConfig', label: 'TLS', control: 'group', group: 'Security', fields: tlsConfigFields },
  {
    key: 'oauth2',
    label: 'OAuth 2 client credentials',
    control: 'group',
    group: 'Security',
    help: 'Username and password are the client id and secret.',
    fields: [
      { key: 'tokenURL', label: 'Token URL', control: 'text', required: true },
      { key: 'scope', label: 'Scopes', control: 'list' },
      { key: 'params', label: 'Parameters', control: 'map' },
    ],
  },
  {
    key: 'awsSigV4',
    label: 'AWS signature',
    control: 'group',
    group: 'Security',
    help: 'Signs the request with Signature Version 4, instead of every other login.',
    fields: [
      ...awsConnectionFields,
      {
        key: 'service',
        label: 'Service',
        control: 'text',
        placeholder: 'execute-api',
        help: "Told by the names of AWS' own hosts when empty.",
      },
    ],
  },
  {
    key: 'digest',
    label: 'Digest authentication',
    control: 'switch',
    group: 'Security',
    default: false,
    help: 'Proves username and password by MD5 or SHA-256 instead of sending them.',
  },
  {
    key: 'ntlm',
    label: 'NTLM',
    control: 'switch',
    group: 'Security',
    default: false,
    help: 'Username as DOMAIN\\user or user@domain. Always answers with NTLM version 2.',
  },
  {
    key: 'ntlmv2',
    label: 'NTLM v2',
    control: 'switch',
    group: 'Security',
    default: false,
    help: 'Same as NTLM.',
  },
]);

export const httpKind: CheckKind<HttpCheck> = {
  key: 'http',
  type: 'http',
  title: 'HTTP',
  icon: 'http',
  description: 'Sends a request and judges status, content, speed and certificate.',
  schema: httpSchema,
  fields,
  endpoint: (spec) => withoutCredentials(spec.url ?? spec.endpoint ?? spec.connection ?? ''),
  host: (spec) => hostOf(spec.url ?? spec.endpoint),
  example: { name: 'website', url: 'https://example.com/', responseCodes: [200], thresholdMillis: 3000 },
};
