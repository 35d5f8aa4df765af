import { Combobox } from '@quarterdeck/ui';
import { useQuery } from '@tanstack/react-query';
import { allConnectionsOptions, connectionReference } from '../../../lib/connections.ts';
import { useCan } from '../../../lib/permissions.ts';
import { useSettingsForm } from './form-context.ts';
import { FieldFrame, type FieldProps } from './ScalarField.tsx';

/** A reference to a stored connection: one of those that there are, or any other text. */
export function ConnectionReferenceField({ field, path, value }: FieldProps) {
  const { setAt, touch, isReadOnly } = useSettingsForm();
  const canRead = useCan({ resource: 'connections', right: 'read' });
  const { data = [] } = useQuery({ ...allConnectionsOptions, enabled: !isReadOnly && canRead });
  const options = data.map((connection) => ({
    value: connectionReference(connection),
    label: connectionReference(connection),
    end: connection.type,
  }));
  return (
    <FieldFrame field={field} path={path}>
      <Combobox
        mono
        value={typeof value === 'string' ? value : ''}
        options={options}
        placeholder={field.placeholder}
        disabled={isReadOnly}
        onChange={(next) => setAt(path, next === '' ? undefined : next)}
        onBlur={() => touch(path)}
      />
    </FieldFrame>
  );
}
