export { TEST_ENGINE } from './database/postgres-server.ts';
export { addressOfTestDatabase, createTestDatabase } from './database/test-database.ts';
export { type Company, insertCompany } from './factories/company.ts';
export {
  type CanaryInput,
  type CheckInput,
  insertCanary,
  insertCheck,
  insertResults,
  type ResultInput,
} from './factories/health.ts';
export { FACTORY_TABLES, type FactoryTable, insertRow, type RowValues } from './factories/rows.ts';
export { type RecordedLog, recordLog } from './log/record-log.ts';
export { FakeClock } from './time/fake-clock.ts';
