import type { AuditEvent } from '@quarterdeck/contract/audit';
import { Code, formatLocal, formatUtc, KeyValue, SidePanel } from '@quarterdeck/ui';
import { actionWords, Outcome } from './audit-columns.tsx';

function capitalised(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** All that is known about one event. */
export function AuditPanel({ event, onClose }: { event: AuditEvent; onClose(): void }) {
  const { action, actor, at, details, ip_address: address, person_id: personId, resource, resource_id: id, status, via } = event;
  return (
    <SidePanel open onClose={onClose} title={capitalised(actionWords(action))} subtitle={formatUtc(at)} label="Event" width={440}>
      <div className="qa-panel">
        <KeyValue
          keyWidth={112}
          items={[
            ['Outcome', <Outcome key="outcome" {...event} />],
            ['Status', status],
            ['Resource', resource],
            ['Resource id', id === null ? null : <code key="id">{id}</code>],
            ['Who', actor],
            ['Person id', personId === null ? null : <code key="person">{personId}</code>],
            ['Proved by', via === 'none' ? null : via],
            ['Address', address],
            ['Program', event.user_agent],
            ['Local time', formatLocal(at)],
          ]}
        />
        {details !== null && Object.keys(details).length > 0 && (
          <Code text={JSON.stringify(details, null, 2)} language="json" label="Details" numbers={false} wrap />
        )}
      </div>
    </SidePanel>
  );
}
