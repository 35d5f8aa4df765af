import { z } from 'zod';
import type { FieldDescription } from '../model.ts';

/** Fields of the checks that start a pod and ask it by HTTP. Times are milliseconds. Source: health-checks §2.18. */
export const trialShape = {
  scheduleTimeout: z.number().optional(),
  readyTimeout: z.number().optional(),
  httpTimeout: z.number().optional(),
  deleteTimeout: z.number().optional(),
  ingressTimeout: z.number().optional(),
  httpRetryInterval: z.number().optional(),
  deadline: z.number().optional(),
  port: z.number().int().optional(),
  path: z.string().optional(),
  ingressName: z.string().optional(),
  ingressHost: z.string().optional(),
  ingressClass: z.string().optional(),
  expectedContent: z.string().optional(),
  expectedHttpStatuses: z.array(z.number().int()).optional(),
  priorityClass: z.string().optional(),
};

const trialSchema = z.object(trialShape);

export type TrialSpec = z.infer<typeof trialSchema>;

export const TRIAL_DEFAULTS = {
  scheduleTimeout: 20_000,
  readyTimeout: 60_000,
  httpTimeout: 5000,
  deleteTimeout: 20_000,
  ingressTimeout: 5000,
  httpRetryInterval: 750,
  deadline: 120_000,
} as const;

function time(key: keyof typeof TRIAL_DEFAULTS, label: string, help?: string): FieldDescription {
  return {
    key,
    label,
    control: 'number',
    unit: 'ms',
    group: 'Times',
    default: TRIAL_DEFAULTS[key],
    ...(help === undefined ? {} : { help }),
  };
}

export const trialFields: readonly FieldDescription[] = [
  { key: 'port', label: 'Port', control: 'number', group: 'Request', help: 'Nothing is asked when empty.' },
  { key: 'path', label: 'Path', control: 'text', group: 'Request', default: '/', placeholder: '/health' },
  {
    key: 'ingressName',
    label: 'Ingress',
    control: 'text',
    group: 'Request',
    help: 'Name of an ingress that is created for the pod.',
  },
  {
    key: 'ingressHost',
    label: 'Ingress host',
    control: 'text',
    group: 'Request',
    help: 'Host of the ingress, which is asked then; the name of the service in the cluster when empty.',
  },
  { key: 'ingressClass', label: 'Ingress class', control: 'text', group: 'Request' },
  { key: 'expectedContent', label: 'Body contains', control: 'text', group: 'Verdict' },
  {
    key: 'expectedHttpStatuses',
    label: 'Accepted status codes',
    control: 'list',
    items: 'number',
    group: 'Verdict',
    help: '200 to 299 when empty.',
  },
  { key: 'priorityClass', label: 'Priority class', control: 'text', group: 'Target' },
  time('scheduleTimeout', 'To be scheduled'),
  time('readyTimeout', 'To be ready'),
  time('httpTimeout', 'One request'),
  time('ingressTimeout', 'Until the ingress answers'),
  time('httpRetryInterval', 'Between requests'),
  time('deleteTimeout', 'To be gone'),
  time('deadline', 'All of it', 'Without removing.'),
];
