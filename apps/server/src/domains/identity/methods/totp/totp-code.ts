import { verify } from 'otplib';

const PERIOD_SECONDS = 30;

/**
 * The time step of a right code: of now, or of the step before or after, because clocks differ and typing takes a while.
 * @param lastStep step of the code that was accepted last; it and those before are never accepted again
 */
export async function findTimeStep(secret: string, entered: string, now: Date, lastStep?: number): Promise<number | undefined> {
  const token = entered.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token, epoch, period: PERIOD_SECONDS, epochTolerance: PERIOD_SECONDS });
  if (!result.valid || !('timeStep' in result)) return undefined;
  return lastStep === undefined || result.timeStep > lastStep ? result.timeStep : undefined;
}
