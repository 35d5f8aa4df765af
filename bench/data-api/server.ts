/** The server under measurement in a process of its own: all roles on the database of the bench, without checks. */
import { readConfig, startServer } from '@quarterdeck/server';

process.once('message', async (message: { databaseUrl: string; auth?: string }) => {
  const server = await startServer(
    readConfig(
      [
        '--port',
        '0',
        '--no-examples',
        '--auth',
        message.auth ?? 'none',
        '--registration',
        'anyone',
        '--database-url',
        message.databaseUrl,
      ],
      {},
    ),
  );
  process.once('disconnect', async () => {
    await server.stop();
    process.exit(0);
  });
  process.send?.({ url: server.url });
});
