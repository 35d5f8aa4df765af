import type { Job } from '../evaluation.ts';
import { needsJq } from '../jq/jq.ts';

/** Whether a worker first has to load what evaluates the job; how long that takes is the machine's matter and not part of the job's time. */
export function needsPreparation(job: Job): boolean {
  return job.kind === 'javascript' || needsJq(job);
}
