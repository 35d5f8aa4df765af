import { Badge, Button, PageHeader } from '@quarterdeck/ui';
import { FlaskConical, Lock, Save, Trash2 } from 'lucide-react';

export interface EditorHeadProps {
  title: string;
  isNew: boolean;
  isReadOnly: boolean;
  isChanged: boolean;
  /** Why it cannot be tried. */
  tryProblem: string | undefined;
  isTrying: boolean;
  isSaving: boolean;
  isDeleting: boolean;
  onTry(): void;
  onSave(): void;
  /** Undefined while there is nothing to delete. */
  onDelete: (() => void) | undefined;
}

/** Name of the canary, what state the text is in, and what can be done with it. */
export function EditorHead(props: EditorHeadProps) {
  const { title, isNew, isReadOnly, isChanged, tryProblem, isTrying, isSaving, isDeleting, onTry, onSave, onDelete } = props;
  const actions = (
    <>
      {onDelete !== undefined && !isReadOnly && (
        <Button variant="danger" icon={Trash2} loading={isDeleting} onClick={onDelete}>
          Delete
        </Button>
      )}
      <Button icon={FlaskConical} loading={isTrying} disabledReason={tryProblem} onClick={onTry}>
        Try it
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
    <PageHeader title={title} actions={actions}>
      {isReadOnly && (
        <Badge icon={Lock} tone="line">
          Read-only
        </Badge>
      )}
      {!isReadOnly && isChanged && <Badge tone="accent">Unsaved changes</Badge>}
    </PageHeader>
  );
}
