/** What stands for a secret that the server keeps to itself; sent back, it keeps the secret. */
export const KEPT_SECRET = '***';
