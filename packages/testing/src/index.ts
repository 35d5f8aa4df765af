export { createTestDatabase, TEST_ENGINE } from './database/test-database.ts';
export { type RecordedLog, recordLog } from './log/record-log.ts';
export { FakeClock } from './time/fake-clock.ts';
