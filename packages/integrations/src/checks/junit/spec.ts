import { z } from 'zod';
import { baseCheckSchema, checkFields } from '../base-check.ts';
import { clusterFields, clusterShape } from '../cluster-fields.ts';
import type { CheckKind } from '../model.ts';

const junitSchema = baseCheckSchema.extend({
  ...clusterShape,
  testResults: z.string().optional(),
  spec: z.record(z.string(), z.unknown()).optional(),
  timeout: z.number().optional(),
  artifacts: z.array(z.object({ path: z.string() })).optional(),
});

export type JunitCheck = z.infer<typeof junitSchema>;

export const junitKind: CheckKind<JunitCheck> = {
  key: 'junit',
  type: 'junit',
  title: 'JUnit',
  icon: 'junit',
  description: 'Runs tests in a pod and reads their JUnit reports.',
  schema: junitSchema,
  fields: checkFields([
    {
      key: 'testResults',
      label: 'Folder of the reports',
      control: 'text',
      required: true,
      group: 'Target',
      placeholder: '/tmp/junit-results',
      help: 'The containers share this folder. All *.xml files in it are read.',
    },
    {
      key: 'spec',
      label: 'Pod',
      control: 'yaml',
      required: true,
      group: 'Target',
      help: 'Specification of a pod. Its containers run one after the other; the last one writes the reports.',
    },
    { key: 'timeout', label: 'At most', control: 'number', unit: 'min', group: 'Verdict', default: 5 },
    {
      key: 'artifacts',
      label: 'Artifacts',
      control: 'list',
      group: 'Advanced',
      help: 'Files that are kept with the result, when a store of artifacts is set up.',
      fields: [{ key: 'path', label: 'Path or glob', control: 'text', required: true, help: 'In the folder of the reports.' }],
    },
    ...clusterFields,
  ]),
  endpoint: (spec) => spec.testResults ?? '',
  host: () => undefined,
  example: {
    name: 'acceptance-tests',
    testResults: '/tmp/junit-results',
    timeout: 5,
    spec: { containers: [{ name: 'tests', image: 'registry.example.com/shop/acceptance:1', command: ['/run-tests.sh'] }] },
    test: { expr: 'results.failed == 0 && results.passed > 0' },
    display: { expr: "string(results.passed) + ' passed, ' + string(results.failed) + ' failed'" },
  },
};
