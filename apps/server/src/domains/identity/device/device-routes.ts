import { QuarterdeckError } from '@quarterdeck/contract';
import {
  ApproveDeviceSchema,
  BeginDeviceSchema,
  type CreatedToken,
  DEVICE_LIFETIME_MS,
  DEVICE_POLL_SECONDS,
  type DeviceBegun,
  type DeviceRefusal,
  type DeviceRequest,
  LookAtDeviceSchema,
  PollDeviceSchema,
} from '@quarterdeck/contract/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AccessRefusal } from '../../../http/access-refusal.ts';
import type { Caller } from '../../../http/caller.ts';
import { allow } from '../../../http/guard.ts';
import type { IdentityContext } from '../identity-context.ts';
import { createAddressTries } from '../limits/address-tries.ts';
import { actorOf, requirePerson } from '../tokens/token-routes.ts';
import { defaultExpiry, issueTokenNamedAlike } from '../tokens/token-service.ts';
import {
  countWaitingDevices,
  decideDevice,
  findWaitingDevice,
  insertDevice,
  pollDevice,
  takeApprovedDevice,
} from './device-store.ts';

/** Programs of one address that may ask within the time that a code lives. */
const BEGUN_PER_ADDRESS = 20;
/** Programs that may wait at all, so that strangers fill no table. */
const WAITING_MOST = 1_000;
/** A poll may come this much early. */
const POLL_TOLERANCE_MS = 1_000;

type Context = Pick<IdentityContext, 'db' | 'clock' | 'audit' | 'origins' | 'limits'>;

/**
 * Lets programs in that a person approves in a browser: POST /auth/device and /auth/device/token are the program's,
 * /auth/device/look and /auth/device/approve the person's. After RFC 8628.
 */
export function registerDevice(http: FastifyInstance, context: Context): void {
  const { db, clock, audit } = context;
  registerBeginning(http, context);

  http.post('/auth/device/look', allow('signed-in', 'own'), async (request): Promise<DeviceRequest> => {
    const caller = requirePerson(request);
    const { user_code } = LookAtDeviceSchema.parse(request.body);
    const device = await guessed(context, request, caller, () => findWaitingDevice(db, user_code, clock.now()));
    return {
      user_code,
      name: device.name,
      ip_address: device.ipAddress,
      created_at: device.createdAt.toISOString(),
      expires_at: device.expiresAt.toISOString(),
    };
  });

  http.post('/auth/device/approve', allow('signed-in', 'own'), async (request, reply) => {
    const caller = requirePerson(request);
    const { user_code, approve } = ApproveDeviceSchema.parse(request.body);
    const decision = { approved: approve, personId: caller.personId, now: clock.now() };
    const name = await guessed(context, request, caller, () => decideDevice(db, user_code, decision));
    audit.record({ ...actorOf(request, caller), action: approve ? 'approve_device' : 'refuse_device', details: { name } });
    return reply.code(204).send();
  });

  http.post('/auth/device/token', allow('public', 'own'), async (request, reply) => {
    const { device_code } = PollDeviceSchema.parse(request.body);
    const answer = await fetchToken(context, request, device_code);
    void reply.header('cache-control', 'private, no-store');
    return 'refusal' in answer ? reply.code(400).send({ error: answer.refusal, code: 'BAD_REQUEST' }) : answer.token;
  });
}

function registerBeginning(http: FastifyInstance, { db, clock, origins }: Context): void {
  const begun = createAddressTries({ clock, most: BEGUN_PER_ADDRESS, windowMs: DEVICE_LIFETIME_MS });
  http.post('/auth/device', allow('public', 'own'), async (request, reply): Promise<DeviceBegun> => {
    const { name } = BeginDeviceSchema.parse(request.body);
    const { waitSeconds } = begun.count(request.ip);
    if (waitSeconds !== undefined || (await countWaitingDevices(db, clock.now())) >= WAITING_MOST) {
      throw new AccessRefusal(429, 'too many programs ask to be let in', { 'retry-after': String(waitSeconds ?? 60) });
    }
    const { deviceCode, userCode } = await insertDevice(db, { name, ipAddress: request.ip, at: clock.now() });
    const page = `${origins.of(request)}/device`;
    void reply.header('cache-control', 'private, no-store');
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_url: page,
      verification_url_complete: `${page}?code=${userCode}`,
      interval: DEVICE_POLL_SECONDS,
      expires_in: DEVICE_LIFETIME_MS / 1000,
    };
  });
}

/** Looks something up by a code that somebody typed; wrong ones count as attempts. */
async function guessed<Found>(
  { limits }: Context,
  request: FastifyRequest,
  { personId }: Caller,
  find: () => Promise<Found | undefined>,
): Promise<Found> {
  const attempt = await limits.attempt({ scope: 'code', account: `device ${personId}`, address: request.ip });
  if (attempt.waitMinutes !== undefined) {
    throw new AccessRefusal(429, 'too many wrong codes', { 'retry-after': String(attempt.waitMinutes * 60) });
  }
  const found = await find();
  if (found === undefined) {
    throw new QuarterdeckError('NOT_FOUND', 'nothing waits under this code', {
      hint: 'It may be mistyped, used, or older than ten minutes. Begin again in the terminal.',
    });
  }
  await attempt.passed();
  return found;
}

async function fetchToken(
  { db, clock, audit }: Context,
  request: FastifyRequest,
  deviceCode: string,
): Promise<{ token: CreatedToken } | { refusal: DeviceRefusal }> {
  const at = clock.now();
  const poll = await pollDevice(db, deviceCode, at);
  if (poll === undefined) return { refusal: 'expired_token' };
  if (poll.approved === false) return { refusal: 'access_denied' };
  if (poll.approved === null) {
    const sinceMs = poll.lastPolledAt === null ? Number.POSITIVE_INFINITY : at.getTime() - poll.lastPolledAt.getTime();
    return { refusal: sinceMs < DEVICE_POLL_SECONDS * 1000 - POLL_TOLERANCE_MS ? 'slow_down' : 'authorization_pending' };
  }
  const taken = await takeApprovedDevice(db, deviceCode, at);
  if (taken === undefined) return { refusal: 'expired_token' };
  const { personId, person, name } = taken;
  const token = await issueTokenNamedAlike(db, { name: `cli-${name}`, personId, at, expiresAt: defaultExpiry(at) });
  audit.record({
    at,
    personId,
    actor: person,
    via: 'none',
    action: 'create_token',
    resource: 'auth',
    resourceId: token.id,
    outcome: 'done',
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    details: { name: token.name, device: name },
  });
  return { token };
}
