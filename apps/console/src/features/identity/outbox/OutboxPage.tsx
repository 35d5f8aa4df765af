import { ClientError } from '@quarterdeck/client';
import type { Outbox } from '@quarterdeck/contract/identity';
import { Age, Button, EmptyState, ErrorState, IconButton, Skeleton } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Mail, RotateCw } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { HOME, loginHref } from '../addresses.ts';
import { BarePage } from '../layout/BarePage.tsx';
import { thisPage } from '../leave.ts';
import { splitMail } from './mail-text.ts';

/** /outbox: mail that a server without a mail server keeps. For development: only on loopback, only for administrators. */
export function OutboxPage() {
  const outbox = useQuery({
    queryKey: ['identity', 'outbox'],
    queryFn: ({ signal }) => client.identity.outbox(signal),
    staleTime: 0,
  });
  return (
    <BarePage
      isWide
      title="Outbox"
      subtitle="Mail is kept here, because no mail server is set up."
      aside={
        <>
          <IconButton icon={RotateCw} label="Refresh" onClick={() => void outbox.refetch()} />
          <Button variant="ghost" icon={ArrowLeft} href={HOME}>
            Go back
          </Button>
        </>
      }
    >
      {outbox.isPending && (
        <div className="id-body" role="status" aria-busy aria-label="Loading">
          <Skeleton height={96} />
        </div>
      )}
      {outbox.isError && <OutboxFailure error={outbox.error} onRetry={() => void outbox.refetch()} />}
      {outbox.data !== undefined && <MailList messages={outbox.data.messages} />}
    </BarePage>
  );
}

function OutboxFailure({ error, onRetry }: { error: Error; onRetry(): void }) {
  const status = error instanceof ClientError ? error.status : 0;
  if (status === 404) {
    return (
      <EmptyState icon={Mail} title="Mail is not kept here">
        The outbox is there while no mail server is set up and the server listens on loopback.
      </EmptyState>
    );
  }
  return (
    <ErrorState
      title="The outbox could not be read"
      message={error.message}
      onRetry={onRetry}
      actions={status === 401 ? <Button href={loginHref({ returnTo: thisPage() })}>Sign in</Button> : undefined}
    />
  );
}

function MailList({ messages }: Outbox) {
  if (messages.length === 0) {
    return (
      <EmptyState icon={Mail} title="No mail yet">
        Recovery codes, verification codes and invitations appear here.
      </EmptyState>
    );
  }
  return (
    <ul className="id-mails" aria-label="Mail">
      {messages.map(({ id, recipient, subject, body, created_at: createdAt }) => (
        <li key={id}>
          <h2>{subject}</h2>
          <p className="id-hint">
            To {recipient}, <Age time={createdAt} style="phrase" />
          </p>
          <p className="id-mail">
            {splitMail(body).map(({ text, href }, index) =>
              href === undefined ? (
                text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
                <a key={index} className="qd-link" href={href} rel="noreferrer">
                  {text}
                </a>
              ),
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
