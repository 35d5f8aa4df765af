/** Why there is no token yet, or never will be: `error` of the 400 answer to a poll. Source: RFC 8628 §3.5. */
export const DEVICE_REFUSALS = ['authorization_pending', 'slow_down', 'access_denied', 'expired_token'] as const;
export type DeviceRefusal = (typeof DEVICE_REFUSALS)[number];
