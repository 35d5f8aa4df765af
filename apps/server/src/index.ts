export type { AppContext, DomainModule, JobDefinition, JobRun } from './app/context.ts';
export { type RunningServer, type ServerOverrides, startServer } from './app/start-server.ts';
export { type Config, describeSettings, type Role, readConfig } from './platform/config.ts';
export { examineKey } from './platform/key-mark.ts';
export { VERSION } from './platform/version.ts';
