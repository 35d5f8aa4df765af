import {
  CloudWatchClient,
  type CompositeAlarm,
  DescribeAlarmsCommand,
  type DescribeAlarmsInput,
  type MetricAlarm,
} from '@aws-sdk/client-cloudwatch';
import { withAws } from '../../aws/with-aws.ts';
import { defineProbe, type ProbeContext, type ProbeOutcome } from '../probe.ts';
import { type CloudwatchCheck, cloudwatchKind } from './spec.ts';

const MOST_ALARMS = 100;

function filterOf(spec: CloudwatchCheck): DescribeAlarmsInput {
  return {
    // Without this AWS gives metric alarms only.
    AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
    ...(spec.alarms === undefined || spec.alarms.length === 0 ? {} : { AlarmNames: spec.alarms }),
    ...(spec.alarmPrefix ? { AlarmNamePrefix: spec.alarmPrefix } : {}),
    ...(spec.actionPrefix ? { ActionPrefix: spec.actionPrefix } : {}),
    ...(spec.state === undefined ? {} : { StateValue: spec.state }),
    MaxRecords: MOST_ALARMS,
  };
}

async function describeAlarms(spec: CloudwatchCheck, context: ProbeContext) {
  return await withAws(spec, context, async ({ settings }) => {
    const client = new CloudWatchClient(settings);
    const { MetricAlarms = [], CompositeAlarms = [] } = await client.send(new DescribeAlarmsCommand(filterOf(spec)), {
      abortSignal: context.signal,
    });
    return { MetricAlarms, CompositeAlarms };
  });
}

async function run(spec: CloudwatchCheck, context: ProbeContext): Promise<ProbeOutcome> {
  const reply = await describeAlarms(spec, context);
  const alarms: (MetricAlarm | CompositeAlarm)[] = [...reply.MetricAlarms, ...reply.CompositeAlarms];
  const ringing = alarms.filter((alarm) => alarm.StateValue === 'ALARM').map((alarm) => alarm.AlarmName ?? '');
  // Times become text, as in the JSON of the reply.
  const results: unknown = JSON.parse(JSON.stringify(reply));
  return { failures: ringing.length === 0 ? [] : [ringing.join(',')], data: { results }, detail: results };
}

export const probe = defineProbe(cloudwatchKind, { run });
