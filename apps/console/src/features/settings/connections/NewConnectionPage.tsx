import { Navigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ConnectionEditorView } from './ConnectionEditorView.tsx';
import { ConnectionNewSearchSchema } from './connection-search.ts';
import { findOfferedKind } from './connection-types.ts';
import '../form/form.css';
import './connections.css';

/** The form of a new connection; without a type, first the choice of one. */
export default function NewConnectionPage() {
  const all: unknown = useSearch({ strict: false });
  const { type } = useMemo(() => ConnectionNewSearchSchema.parse(all), [all]);
  const kind = findOfferedKind(type);
  if (kind === undefined) return <Navigate to="/settings/connections" search={{ add: true }} replace />;
  return <ConnectionEditorView key={kind.type} kind={kind} saved={undefined} />;
}
