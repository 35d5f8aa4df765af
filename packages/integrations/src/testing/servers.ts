/** Real servers for the tests of other workspaces. */
export { missingProgram, POSTGRES_BIN, startDnsmasq, startPostgres, startRedis, type TestServer } from './debian-servers.ts';
export { startS3 } from './file-servers.ts';
export { httpbin, type Listener, listenHttp } from './listeners.ts';
export { startAlertmanager } from './monitoring-servers.ts';
