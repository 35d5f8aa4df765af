import type { JobDefinition, JobRun } from './context.ts';

/** A job whose work answers how many things it dealt with. */
export function countedJob(
  name: string,
  schedule: string,
  resourceType: string,
  work: (run: JobRun) => Promise<number>,
  more: Pick<JobDefinition, 'keeps' | 'runsAtStart'> = {},
): JobDefinition {
  return { name, schedule, resourceType, ...more, run: async (run) => run.progress({ success: await work(run) }) };
}
