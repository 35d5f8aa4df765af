export type { AppContext, DomainModule, JobDefinition, JobRun } from './app/context.ts';
export { type RunningServer, type ServerOverrides, startServer } from './app/start-server.ts';
export type { AccountCommand, AccountResult } from './domains/identity/people/account-command.ts';
export { AccountCommandSchema } from './domains/identity/people/account-command.ts';
export { administerAccounts } from './domains/identity/people/administer-accounts.ts';
export type { FirstSignIn } from './domains/identity/people/first-sign-in.ts';
export { type Config, describeSettings, type Role, readConfig } from './platform/config.ts';
export { examineKey } from './platform/key-mark.ts';
export { VERSION } from './platform/version.ts';
