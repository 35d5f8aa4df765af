import { NAMESPACE } from '../company/places.ts';

export interface DemoPlaybook {
  readonly n: number;
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly icon: string;
  readonly description: string;
  /** What it is run against. */
  readonly target: 'config' | 'component' | 'check' | undefined;
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
  readonly actions: readonly {
    readonly name: string;
    readonly kind: 'exec' | 'http' | 'sql' | 'pod' | 'gitops' | 'notification';
    readonly spec: unknown;
    readonly delay?: string;
    readonly if?: string;
  }[];
  readonly approval?: unknown;
  readonly filters?: readonly string[];
  readonly source?: 'UI' | 'KubernetesCRD' | 'ConfigFile';
  readonly isDeleted?: boolean;
}

const exec = (name: string, script: string, more: { delay?: string; if?: string } = {}) => ({
  name,
  kind: 'exec' as const,
  spec: { script },
  ...more,
});

const DEFINITIONS: readonly Omit<DemoPlaybook, 'n'>[] = [
  {
    name: 'rollback-deployment',
    title: 'Roll a deployment back',
    category: 'Deployments',
    icon: 'undo',
    description: 'Goes back to the revision before the last one',
    target: 'config',
    parameters: [
      {
        name: 'revision',
        label: 'Revision',
        type: 'text',
        default: '0',
        description: '0 is the one before',
        properties: { regex: '^[0-9]+$', maxLength: 4 },
      },
      { name: 'wait', label: 'Wait until it is done', type: 'checkbox', default: 'true' },
    ],
    actions: [
      exec('Find the revision', 'kubectl -n {{.config.tags.namespace}} rollout history deployment/{{.config.name}}'),
      exec(
        'Roll back',
        'kubectl -n {{.config.tags.namespace}} rollout undo deployment/{{.config.name}} --to-revision={{.params.revision}}',
      ),
      exec('Wait', 'kubectl -n {{.config.tags.namespace}} rollout status deployment/{{.config.name}} --timeout=5m', {
        if: "params.wait == 'true'",
      }),
      {
        name: 'Tell the team',
        kind: 'notification',
        spec: {
          title: '{{.config.name}} was rolled back',
          message: 'By {{.user.name}}',
          connection: `connection://${NAMESPACE}/team-chat`,
        },
      },
    ],
  },
  {
    name: 'scale-workload',
    title: 'Scale a workload',
    category: 'Deployments',
    icon: 'scale',
    description: 'Changes replicas, CPU and memory through the repository',
    target: 'config',
    parameters: [
      {
        name: 'replicas',
        label: 'Replicas',
        type: 'text',
        default: '{{.config.config.spec.replicas}}',
        required: true,
        properties: { format: 'number', min: 1, max: 50 },
      },
      { name: 'cpu', label: 'CPU', type: 'millicores', default: '500m', properties: { min: 100, max: 8000 } },
      { name: 'memory', label: 'Memory', type: 'bytes', default: '512Mi', properties: { min: 134217728, max: 17179869184 } },
    ],
    actions: [
      {
        name: 'Open a pull request',
        kind: 'gitops',
        spec: {
          repo: {
            url: 'https://github.com/marlow/gitops',
            connection: `connection://${NAMESPACE}/gitops`,
            branch: 'scale-{{.config.name}}',
          },
          commit: { author: '{{.user.name}}', email: '{{.user.email}}', message: 'Scale {{.config.name}}' },
          pr: { title: 'Scale {{.config.name}}' },
          patches: [{ path: 'clusters/**/{{.config.name}}/values.yaml', yq: '.replicas = {{.params.replicas}}' }],
        },
      },
    ],
    approval: { type: 'any', approvers: { teams: ['platform'] } },
  },
  {
    name: 'restart-service',
    title: 'Restart a service',
    category: 'Services',
    icon: 'refresh',
    description: 'One pod after the other',
    target: 'component',
    parameters: [
      {
        name: 'reason',
        label: 'Reason',
        type: 'text',
        required: true,
        properties: { multiline: true, minLength: 5, maxLength: 500 },
      },
      {
        name: 'speed',
        label: 'Speed',
        type: 'list',
        default: 'careful',
        properties: {
          options: [
            { label: 'One at a time', value: 'careful' },
            { label: 'A quarter at a time', value: 'fast' },
          ],
        },
      },
    ],
    actions: [
      exec('Restart', 'kubectl rollout restart deployment -l app={{.component.labels.app}}'),
      exec('Look again later', 'curl -fsS https://{{.component.name}}.marlow.internal/readyz', { delay: "'5m'" }),
    ],
  },
  {
    name: 'collect-diagnostics',
    title: 'Collect diagnostics',
    category: 'Diagnostics',
    icon: 'stethoscope',
    description: 'Logs, events and a heap dump of an item',
    target: 'config',
    parameters: [
      { name: 'since', label: 'Since', type: 'text', default: '15m' },
      {
        name: 'query',
        label: 'Query',
        type: 'code',
        default: 'SELECT pid, state, query FROM pg_stat_activity',
        properties: { language: 'sql' },
      },
    ],
    actions: [
      exec('Logs', 'kubectl -n {{.config.tags.namespace}} logs deployment/{{.config.name}} --since={{.params.since}}'),
      {
        name: 'Database',
        kind: 'sql',
        spec: { driver: 'postgres', connection: `connection://${NAMESPACE}/ledger-replica`, query: '{{.params.query}}' },
      },
      {
        name: 'Heap dump',
        kind: 'pod',
        spec: {
          name: 'heap-dump',
          spec: { containers: [{ name: 'dump', image: 'registry.marlow.internal/platform/heap-dump:1.4' }] },
        },
      },
    ],
  },
  {
    name: 'probe-endpoint',
    title: 'Ask an endpoint by hand',
    category: 'Diagnostics',
    icon: 'globe',
    description: 'What the check sees, with headers',
    target: 'check',
    parameters: [
      { name: 'headers', label: 'Headers', type: 'code', default: 'accept: application/json', properties: { language: 'yaml' } },
    ],
    actions: [{ name: 'Ask', kind: 'http', spec: { url: '{{.check.spec.url}}', method: 'GET' } }],
  },
  {
    name: 'fail-over-database',
    title: 'Fail a database over',
    category: 'Databases',
    icon: 'database',
    description: 'Reboots the primary with failover',
    target: 'config',
    parameters: [
      {
        name: 'database',
        label: 'Database',
        type: 'config',
        required: true,
        properties: { filter: [{ types: ['AWS::RDS::DBInstance'] }] },
      },
      { name: 'approver', label: 'Who agreed', type: 'people', required: true, properties: { role: 'commander' } },
      { name: 'owner', label: 'Owner', type: 'team' },
    ],
    actions: [
      exec('Fail over', 'aws rds reboot-db-instance --force-failover --db-instance-identifier {{.params.database.name}}'),
      exec('Wait', 'aws rds wait db-instance-available --db-instance-identifier {{.params.database.name}}'),
    ],
    approval: { type: 'all', approvers: { people: [], teams: ['data-platform', 'platform'] } },
    filters: ["config.config_class == 'Database'"],
  },
  {
    name: 'drain-node',
    title: 'Drain a node',
    category: 'Clusters',
    icon: 'server',
    description: 'Moves everything off a node',
    target: 'config',
    source: 'KubernetesCRD',
    parameters: [
      { name: 'grace', label: 'Grace period', type: 'text', default: '60', properties: { format: 'number' } },
      { name: 'service', label: 'Service to watch', type: 'component', properties: { filter: [{ types: ['Service'] }] } },
      { name: 'guard', label: 'Check to watch', type: 'check', properties: { filter: [{ types: ['http'] }] } },
    ],
    actions: [
      exec('Cordon', 'kubectl cordon {{.config.name}}'),
      exec('Drain', 'kubectl drain {{.config.name}} --grace-period={{.params.grace}} --ignore-daemonsets'),
    ],
  },
  {
    name: 'rotate-certificate',
    title: 'Rotate a certificate',
    category: 'Security',
    icon: 'shield',
    description: 'Asks for a new certificate and waits for it',
    target: 'component',
    parameters: [{ name: 'name', label: 'Host name', type: 'text', required: true }],
    actions: [exec('Ask', 'cmctl renew {{.params.name}}'), exec('Wait', 'cmctl status certificate {{.params.name}}')],
  },
  {
    name: 'weekly-report',
    title: 'Send the weekly report',
    category: '',
    icon: 'file',
    description: 'Figures of the week to everybody',
    target: undefined,
    source: 'ConfigFile',
    parameters: [],
    actions: [
      {
        name: 'Send',
        kind: 'notification',
        spec: { title: 'The week', message: 'Figures', connection: `connection://${NAMESPACE}/mail` },
      },
    ],
  },
  {
    name: 'clear-old-cache',
    title: 'Clear the old cache',
    category: 'Services',
    icon: 'trash',
    description: 'Replaced by a restart',
    target: 'component',
    isDeleted: true,
    parameters: [],
    actions: [exec('Clear', 'redis-cli flushall')],
  },
];

export const PLAYBOOKS: readonly DemoPlaybook[] = DEFINITIONS.map((definition, n) => ({ ...definition, n }));
