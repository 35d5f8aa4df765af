/** Real servers for the tests of other workspaces. */
export { missingProgram, POSTGRES_BIN, startPostgres, startRedis, type TestServer } from './debian-servers.ts';
export { startS3 } from './file-servers.ts';
