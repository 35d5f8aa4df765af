import { ClientError } from '@quarterdeck/client';
import type { Session } from '@quarterdeck/contract/identity';
import { Age, Badge, Button, Callout, Skeleton, toast } from '@quarterdeck/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, LogOut } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { ConfirmedButton } from './ConfirmedButton.tsx';
import { deviceName } from './device-name.ts';
import { SectionFrame } from './SectionFrame.tsx';

const KEY = ['identity', 'sessions'];

interface Sessions {
  readonly current: Session;
  readonly others: readonly Session[];
}

async function readSessions(signal: AbortSignal): Promise<Sessions> {
  const [current, others] = await Promise.all([client.identity.whoami(signal), client.identity.otherSessions(signal)]);
  return { current, others: others.filter(({ id }) => id !== current.id) };
}

function useEndSessions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? client.identity.revokeOtherSessions() : client.identity.revokeSession(id),
    onSuccess: (_, id) => toast.success(id === undefined ? 'Signed out everywhere else' : 'The device was signed out'),
    onError: (error) => toast.error(error instanceof ClientError ? error.message : 'An error occurred'),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

/** Where the person is signed in, and ending that. `revision` changes when other sessions may have ended. */
export function SessionsSection({ revision }: { revision: number }) {
  const sessions = useQuery({ queryKey: [...KEY, revision], queryFn: ({ signal }) => readSessions(signal), staleTime: 0 });
  const ending = useEndSessions();
  return (
    <SectionFrame
      id="sessions"
      title="Sessions"
      lead="Where you are signed in. End what you do not know, then change your password."
    >
      {sessions.isPending && (
        <div role="status" aria-busy aria-label="Loading">
          <Skeleton height={48} />
        </div>
      )}
      {sessions.isError && (
        <Callout tone="unhealthy" actions={<Button onClick={() => void sessions.refetch()}>Try again</Button>}>
          {sessions.error.message}
        </Callout>
      )}
      {sessions.data !== undefined && (
        <>
          <ul className="id-rows" aria-label="Devices">
            <SessionRow session={sessions.data.current} isCurrent />
            {sessions.data.others.map((session) => (
              <SessionRow key={session.id} session={session} isBusy={ending.isPending} onEnd={() => ending.mutate(session.id)} />
            ))}
          </ul>
          {sessions.data.others.length > 0 && (
            <span className="id-start">
              <ConfirmedButton
                label="Sign out everywhere else"
                icon={LogOut}
                isBusy={ending.isPending}
                title="Sign out everywhere else"
                onConfirm={() => ending.mutate(undefined)}
              >
                All other devices have to sign in again.
              </ConfirmedButton>
            </span>
          )}
        </>
      )}
    </SectionFrame>
  );
}

interface SessionRowProps {
  session: Session;
  isCurrent?: boolean;
  isBusy?: boolean;
  onEnd?(): void;
}

function SessionRow({ session, isCurrent = false, isBusy, onEnd }: SessionRowProps) {
  const device = session.devices.at(-1);
  const name = deviceName(device?.user_agent ?? '');
  return (
    <li className="id-row">
      <Laptop aria-hidden />
      <div className="id-row-text">
        <p className="id-row-title">
          {name}
          {isCurrent && <Badge>This device</Badge>}
        </p>
        <p className="id-hint">
          {device !== undefined && device.ip_address !== '' && <>{device.ip_address}, </>}
          signed in <Age time={session.authenticated_at} style="phrase" />
        </p>
      </div>
      {onEnd !== undefined && (
        <Button variant="ghost" loading={isBusy} aria-label={`Sign out ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
