import {
  type CreatedToken,
  CreatedTokenSchema,
  type DeviceBegun,
  DeviceBegunSchema,
  type DeviceRefusal,
  DeviceRefusalSchema,
  type DeviceRequest,
  DeviceRequestSchema,
} from '@quarterdeck/contract/identity';
import { ClientError } from './client-error.ts';
import type { Transport } from './transport.ts';

export interface DeviceClient {
  /** A program asks to be let in. @param name what it calls itself, shown to the person who approves */
  begin(name: string): Promise<DeviceBegun>;
  /** Asks whether somebody approved; `refusal` says why there is no token (yet). */
  poll(deviceCode: string, signal?: AbortSignal): Promise<{ token: CreatedToken } | { refusal: DeviceRefusal }>;
  /** What a person with the code would let in; needs a session. */
  look(userCode: string, signal?: AbortSignal): Promise<DeviceRequest>;
  /** Lets it in with the rights of who is signed in, or refuses it. */
  decide(userCode: string, approve: boolean): Promise<void>;
}

export function createDeviceClient({ call }: Transport): DeviceClient {
  const post = async (path: string, body: object, signal?: AbortSignal) =>
    (await call<unknown>(`/api/auth/device${path}`, { method: 'POST', body, signal })).body;
  return {
    begin: async (name) => DeviceBegunSchema.parse(await post('', { name })),
    async poll(deviceCode, signal) {
      try {
        return { token: CreatedTokenSchema.parse(await post('/token', { device_code: deviceCode }, signal)) };
      } catch (error) {
        const refusal = error instanceof ClientError ? DeviceRefusalSchema.safeParse({ error: error.message }) : undefined;
        if (refusal?.success !== true) throw error;
        return { refusal: refusal.data.error };
      }
    },
    look: async (userCode, signal) => DeviceRequestSchema.parse(await post('/look', { user_code: userCode }, signal)),
    async decide(userCode, approve) {
      await post('/approve', { user_code: userCode, approve });
    },
  };
}
