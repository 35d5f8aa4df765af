import type { SignedInPerson } from '@quarterdeck/contract/access';
import type { DeviceRequest } from '@quarterdeck/contract/identity';
import { Age, Button, Callout, KeyValue } from '@quarterdeck/ui';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { FailureNote } from '../../../lib/FailureNote.tsx';

export interface DeviceQuestionProps {
  request: DeviceRequest;
  person: SignedInPerson;
  onDecided(isLetIn: boolean): void;
  /** Somebody wants to type another code. */
  onOther(): void;
}

/** Shows what asks to be let in, from where, and as whom it would act. */
export function DeviceQuestion({ request, person, onDecided, onOther }: DeviceQuestionProps) {
  const decide = useMutation({
    mutationFn: (approve: boolean) => client.device.decide(request.user_code, approve),
    onSuccess: (_answer, approve) => onDecided(approve),
  });
  return (
    <div className="id-body">
      <p>
        <b>{request.name}</b> asks to act as you, with all your rights, for 90 days.
      </p>
      <KeyValue
        items={[
          ['Code', <code key="code">{request.user_code}</code>],
          ['Asked from', request.ip_address],
          ['Asked', <Age key="asked" time={request.created_at} style="phrase" />],
          ['As', person.email ? `${person.name} (${person.email})` : person.name],
        ]}
      />
      <Callout tone="warning" note="Who sends you a code or a link wants to act in your name.">
        Allow it only if you began this yourself, just now, and the program shows the same code.
      </Callout>
      {decide.isError && <FailureNote error={decide.error} />}
      <Button
        variant="primary"
        size="l"
        fullWidth
        loading={decide.isPending && decide.variables}
        disabled={decide.isPending}
        onClick={() => decide.mutate(true)}
      >
        Allow
      </Button>
      <Button
        size="l"
        fullWidth
        loading={decide.isPending && !decide.variables}
        disabled={decide.isPending}
        onClick={() => decide.mutate(false)}
      >
        Refuse
      </Button>
      <Button variant="ghost" disabled={decide.isPending} onClick={onOther}>
        Enter another code
      </Button>
    </div>
  );
}
