import { describePermission, type Permission } from '@quarterdeck/contract/access';
import type { Caller } from './caller.ts';

/** A request that is turned away before it is handled. Its answer is plain text, as consoles and agents expect. Source: console-calls §0.5. */
export class AccessRefusal extends Error {
  override readonly name = 'AccessRefusal';
  readonly status: 400 | 401 | 403 | 429;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: 400 | 401 | 403 | 429, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** What everybody is told who is known and may not. */
export const REFUSAL = 'unauthorized. Access Denied';

/** Who is not known. */
export function notLoggedIn(): AccessRefusal {
  return new AccessRefusal(401, 'Not logged in');
}

/** Who is known and may not. The headers name what is missing. */
export function notAllowed(caller: Caller, permission: Permission): AccessRefusal {
  return new AccessRefusal(403, REFUSAL, {
    'x-rbac-subject': caller.personId,
    'x-rbac-object': permission.resource,
    'x-rbac-action': permission.right,
    'x-rbac-missing': describePermission(permission),
  });
}
