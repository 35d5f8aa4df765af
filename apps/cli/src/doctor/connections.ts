import { createServer } from 'node:net';
import { QuarterdeckError } from '@quarterdeck/contract';
import { openDatabase, pendingMigrations } from '@quarterdeck/database';
import type { Finding } from './finding.ts';

/** Whether the server could listen, or listens already. */
export function examinePort(host: string, port: number, isRunning: boolean): Promise<Finding> {
  const subject = 'Port';
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      if (isTaken && isRunning) resolve({ subject, state: 'good', message: `${host}:${port} is in use, and a Quarterdeck runs` });
      else if (isTaken)
        resolve({
          subject,
          state: 'bad',
          message: `${host}:${port} is taken by another program`,
          next: `npm start -- --port ${port + 1}`,
        });
      else resolve({ subject, state: 'bad', message: error.message, next: 'npm start -- --port 8081' });
    });
    probe.listen(port, host, () => probe.close(() => resolve({ subject, state: 'good', message: `${host}:${port} is free` })));
  });
}

/** Whether the PostgreSQL of DATABASE_URL answers and has the schema of this version. */
export async function examineServer(url: string): Promise<Finding> {
  const subject = 'Database';
  try {
    const db = await openDatabase({ url, poolSize: 1 });
    try {
      const pending = await pendingMigrations(db);
      if (pending.length === 0) return { subject, state: 'good', message: 'DATABASE_URL answers, its schema is up to date' };
      const message = `DATABASE_URL answers, ${pending.length} migrations are missing`;
      return { subject, state: 'warning', message, next: 'quarterdeck migrate (the start does it too)' };
    } finally {
      await db.close();
    }
  } catch (error) {
    const next = error instanceof QuarterdeckError ? error.hint : undefined;
    const message = error instanceof Error ? error.message : String(error);
    return { subject, state: 'bad', message, next: next ?? 'Check DATABASE_URL.' };
  }
}
