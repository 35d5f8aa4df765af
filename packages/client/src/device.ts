import {
  type CreatedToken,
  DEVICE_REFUSALS,
  type DeviceBegun,
  type DeviceRefusal,
  type DeviceRequest,
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
  const post = async <T>(path: string, body: object, signal?: AbortSignal) =>
    (await call<T>(`/api/auth/device${path}`, { method: 'POST', body, signal })).body;
  return {
    begin: (name) => post<DeviceBegun>('', { name }),
    async poll(deviceCode, signal) {
      try {
        return { token: await post<CreatedToken>('/token', { device_code: deviceCode }, signal) };
      } catch (error) {
        const refusal = DEVICE_REFUSALS.find((known) => error instanceof ClientError && error.message === known);
        if (refusal === undefined) throw error;
        return { refusal };
      }
    },
    look: (userCode, signal) => post<DeviceRequest>('/look', { user_code: userCode }, signal),
    async decide(userCode, approve) {
      await post<unknown>('/approve', { user_code: userCode, approve });
    },
  };
}
