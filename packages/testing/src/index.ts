export { createTestDatabase, TEST_ENGINE } from './database/test-database.ts';
