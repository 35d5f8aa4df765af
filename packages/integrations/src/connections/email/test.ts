import { InvalidCheckError, ProbeFailedError } from '../../checks/probe.ts';
import { mailTransport } from '../../mail/mail-transport.ts';
import { describeNetworkError } from '../../net/network-error.ts';
import type { ConnectionTest } from '../connection-test.ts';

/** Sends a mail to the sender's own address. */
export const test: ConnectionTest = async (connection, context) => {
  const { from = '', fromName = '' } = connection.properties;
  if (from === '') throw new InvalidCheckError('the from address is missing');
  const transport = await mailTransport(connection, context);
  const close = () => transport.close();
  context.signal.addEventListener('abort', close, { once: true });
  try {
    await transport.sendMail({
      from: { name: fromName, address: from },
      to: from,
      subject: 'Test of a Quarterdeck connection',
      text: 'This mail was sent to test a connection of Quarterdeck. It works.',
    });
    return {};
  } catch (error) {
    context.signal.throwIfAborted();
    throw new ProbeFailedError(describeNetworkError(error));
  } finally {
    context.signal.removeEventListener('abort', close);
    close();
  }
};
