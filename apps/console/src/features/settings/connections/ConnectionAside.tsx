import type { Connection } from '@quarterdeck/contract/connections';
import type { ConnectionKind } from '@quarterdeck/integrations/connections';
import { Age, CopyButton, KeyValue } from '@quarterdeck/ui';
import { connectionReference } from '../../../lib/connections.ts';
import { type ConnectionDraft, serviceAddress } from './connection-form.ts';
import { connectionSource } from './connection-source.ts';

export interface ConnectionAsideProps {
  kind: ConnectionKind;
  draft: ConnectionDraft;
  saved: Connection | undefined;
}

function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <div className="qk-copy-line">
      <code>{text}</code>
      <CopyButton value={text} label={label} />
    </div>
  );
}

/** What the connection is for, how it is named elsewhere, and where it comes from. */
export function ConnectionAside({ kind, draft, saved }: ConnectionAsideProps) {
  const [name, namespace] = [draft.name.trim(), draft.namespace.trim()];
  const address = serviceAddress(kind, draft);
  return (
    <aside className="qk-aside" aria-label="About this connection">
      <p className="qd-soft">{kind.description}</p>
      {address !== undefined && (
        <section>
          <h2>Address</h2>
          <CopyLine text={address} label="Copy the address" />
          <p className="qd-hint">Made from the fields. Secrets are filled in when a message is sent.</p>
        </section>
      )}
      {address === undefined && kind.serviceUrl !== undefined && (
        <section>
          <h2>Address</h2>
          <p className="qd-hint">Made from the fields, once those that are required are filled in.</p>
        </section>
      )}
      <section>
        <h2>Use it as</h2>
        {name !== '' && namespace !== '' && (
          <CopyLine text={connectionReference({ namespace, name })} label="Copy the reference" />
        )}
        <p className="qd-hint">
          {name === '' || namespace === ''
            ? 'Checks and other definitions name it as connection://namespace/name.'
            : 'In the field “Connection” of checks and other definitions.'}
        </p>
      </section>
      {saved !== undefined && (
        <section>
          <h2>Details</h2>
          <KeyValue
            items={[
              ['Source', connectionSource(saved).label],
              ['Created by', saved.created_by?.name ?? null],
              ['Created', <Age key="created" time={saved.created_at} style="phrase" />],
              ['Updated', <Age key="updated" time={saved.updated_at} style="phrase" />],
            ]}
          />
        </section>
      )}
    </aside>
  );
}
