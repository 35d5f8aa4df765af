import type { ConnectionKind } from '@quarterdeck/integrations/connections';
import { Badge, Button, PageHeader, TechIcon } from '@quarterdeck/ui';
import { Lock, PlugZap, Save, Trash2 } from 'lucide-react';

export interface ConnectionHeadProps {
  title: string;
  kind: ConnectionKind;
  isNew: boolean;
  isReadOnly: boolean;
  isChanged: boolean;
  /** Why whoever looks may change and test nothing. */
  denial: string | undefined;
  isTesting: boolean;
  isSaving: boolean;
  onTest(): void;
  onSave(): void;
  onDelete(): void;
}

/** Name and type of the connection, and what can be done with it. */
export function ConnectionHead(props: ConnectionHeadProps) {
  const { title, kind, isNew, isReadOnly, isChanged, denial, isTesting, isSaving, onTest, onSave, onDelete } = props;
  const actions = (
    <>
      {!isNew && !isReadOnly && (
        <Button variant="danger" icon={Trash2} onClick={onDelete}>
          Delete
        </Button>
      )}
      <Button icon={PlugZap} loading={isTesting} disabledReason={denial} onClick={onTest}>
        Test Connection
      </Button>
      {!isReadOnly && (
        <Button
          variant="primary"
          icon={Save}
          loading={isSaving}
          disabledReason={isNew || isChanged ? undefined : 'Nothing was changed'}
          onClick={onSave}
        >
          {isNew ? 'Save' : 'Update'}
        </Button>
      )}
    </>
  );
  return (
    <PageHeader title={title} icon={<TechIcon name={kind.icon} size={18} />} actions={actions}>
      {isNew ? null : <span className="qd-soft">{kind.title}</span>}
      {isReadOnly && (
        <Badge icon={Lock} tone="line">
          Read-only
        </Badge>
      )}
      {!isReadOnly && !isNew && isChanged && <Badge tone="accent">Unsaved changes</Badge>}
    </PageHeader>
  );
}
