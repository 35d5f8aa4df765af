import type { CanaryCheck } from './model.ts';
import type { CheckResult } from './result.ts';

function namesOf(check: CanaryCheck): readonly string[] {
  const { dependsOn } = check.spec;
  return Array.isArray(dependsOn) ? [...new Set(dependsOn)] : [];
}

/** The checks that a check depends on directly; a name may stand for several checks of different types. */
function neededBy(check: CanaryCheck, all: readonly CanaryCheck[]): CanaryCheck[] {
  return namesOf(check).flatMap((name) => all.filter((other) => other.name === name));
}

/** Everything that the checks depend on, directly or not, and themselves, in the order of `all`. */
export function withDependencies(wanted: readonly CanaryCheck[], all: readonly CanaryCheck[]): CanaryCheck[] {
  const found = new Set(wanted);
  for (const check of found) for (const needed of neededBy(check, all)) found.add(needed);
  return all.filter((check) => found.has(check));
}

/** Checks whose dependencies cannot be met, with the reason: a name that no check has, or a circle. Source: health-checks §2.1. */
export function dependencyProblems(checks: readonly CanaryCheck[]): Map<CanaryCheck, string> {
  const problems = new Map<CanaryCheck, string>();
  for (const check of checks) {
    const missing = namesOf(check).find((name) => !checks.some((other) => other.name === name));
    if (missing !== undefined) problems.set(check, `depends on "${missing}", which is no check of the canary that runs`);
  }
  const { circle } = sortChecks(checks);
  for (const check of circle) problems.set(check, 'depends on itself through the checks that it depends on');
  return problems;
}

/** Every check after those that it depends on, otherwise in the given order; `circle` has those that wait for each other. */
export function sortChecks(checks: readonly CanaryCheck[]): { sorted: CanaryCheck[]; circle: CanaryCheck[] } {
  if (checks.every((check) => namesOf(check).length === 0)) return { sorted: [...checks], circle: [] };
  const sorted = new Set<CanaryCheck>();
  let waiting = [...checks];
  for (let before = -1; before !== sorted.size; ) {
    before = sorted.size;
    for (const check of waiting) if (neededBy(check, checks).every((needed) => sorted.has(needed))) sorted.add(check);
    waiting = waiting.filter((check) => !sorted.has(check));
  }
  return { sorted: [...sorted], circle: waiting };
}

/** What later checks see of a result in `outputs.<name>`: its variables and its verdict. */
export function outputOf(result: CheckResult): Record<string, unknown> {
  const { canary: _canary, check: _check, outputs: _outputs, ...found } = result.data;
  const { pass, invalid, message, error, detail } = result;
  return { ...found, pass, invalid, message, error, duration: BigInt(result.durationMs), detail: detail ?? null };
}

/** Runs checks in an order in which each finds what it depends on. */
export class DependencyRun {
  readonly sorted: readonly CanaryCheck[];
  private readonly checks: readonly CanaryCheck[];
  private readonly problems: ReadonlyMap<CanaryCheck, string>;
  private readonly names: ReadonlySet<string>;
  private readonly done = new Map<CanaryCheck, Promise<CheckResult[]>>();

  constructor(checks: readonly CanaryCheck[]) {
    const { sorted, circle } = sortChecks(checks);
    this.checks = checks;
    this.sorted = [...sorted, ...circle];
    this.names = new Set(checks.flatMap(namesOf));
    this.problems = this.names.size === 0 ? new Map() : dependencyProblems(checks);
  }

  /** Why the check cannot run. */
  problemOf(check: CanaryCheck): string | undefined {
    return this.problems.get(check);
  }

  /** Whether another check depends on this one. */
  isNeeded(check: CanaryCheck): boolean {
    return this.names.has(check.name);
  }

  note(check: CanaryCheck, results: Promise<CheckResult[]>): void {
    if (this.isNeeded(check)) this.done.set(check, results);
  }

  /** Waits for the checks that this one depends on, all of which were noted before, and gives what they found. */
  async outputsFor(check: CanaryCheck): Promise<Record<string, unknown>> {
    const outputs: Record<string, unknown> = {};
    for (const needed of neededBy(check, this.checks)) {
      const [result] = (await this.done.get(needed)) ?? [];
      if (result !== undefined) outputs[needed.name] = outputOf(result);
    }
    return outputs;
  }
}
