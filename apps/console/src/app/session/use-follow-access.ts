import { toast } from '@quarterdeck/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { live, useLiveChange, useLiveState } from '../../lib/live.ts';
import { propertyKeys } from '../../lib/properties.ts';
import { type SignedIn, signedInOptions } from '../../lib/session.ts';

/**
 * Asks again who is signed in and what is switched off whenever that may have changed: roles or accounts changed, a property changed, or
 * the live stream broke, which it does when the session ended. With another role everything is read again.
 */
export function useFollowAccess(signedIn: SignedIn | undefined): void {
  const queries = useQueryClient();
  const liveState = useLiveState();
  const known = useRef<SignedIn>(undefined);
  const isSignedIn = signedIn !== undefined;

  useEffect(() => {
    if (isSignedIn) live.start();
  }, [isSignedIn]);
  useLiveChange('access', () => void queries.invalidateQueries({ queryKey: signedInOptions.queryKey }));
  useLiveChange('property', () => void queries.invalidateQueries({ queryKey: propertyKeys.all }));
  useEffect(() => {
    if (isSignedIn && liveState === 'reconnecting') void queries.invalidateQueries({ queryKey: signedInOptions.queryKey });
  }, [isSignedIn, liveState, queries]);
  useEffect(() => {
    const before = known.current;
    known.current = signedIn;
    if (before === undefined || signedIn === undefined) return;
    // What somebody else loaded is nothing for this person.
    if (before.person.id !== signedIn.person.id) location.reload();
    else if (before.role !== signedIn.role) {
      toast.info(`Your role is now ${signedIn.role}`);
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== signedInOptions.queryKey[0] });
    }
  }, [signedIn, queries]);
}
