/**
 * Program for tests: consumes the event `work` of the database it is given, as a sync or an async consumer, writes each event's number to
 * the table `handled`, and runs until it is killed.
 */
import { openDatabase } from '@quarterdeck/database';
import { Registry } from 'prom-client';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { EventConsumers } from '../event-consumers.ts';

const [url = '', kind = 'sync'] = process.argv.slice(2);
const db = await openDatabase({ url });
const consumers = new EventConsumers(
  { db, clock: systemClock, log: createLog('silent'), metrics: new Registry(), instanceId: `worker-${process.pid}` },
  [
    {
      name: 'work',
      events: ['work'],
      kind: kind === 'async' ? 'async' : 'sync',
      batchSize: 10,
      concurrency: 2,
      async handle(events, handling) {
        for (const { properties } of events) {
          await handling.db.query('INSERT INTO handled (number, worker) VALUES ($1, $2)', [properties.number, process.pid]);
          await handling.db.query('SELECT pg_sleep(0.002)');
        }
      },
    },
  ],
);
await consumers.start();
process.stdout.write('started\n');
