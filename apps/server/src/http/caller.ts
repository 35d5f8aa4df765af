import type { Role } from '@quarterdeck/contract/access';
import type { FastifyRequest } from 'fastify';

/** Who makes a request. */
export interface Caller {
  readonly personId: string;
  readonly name: string;
  readonly email: string | null;
  /** The strongest of the roles. */
  readonly role: Role;
  readonly roles: readonly string[];
  /** The account of an agent in a remote cluster, which only pushes and pulls its own work. */
  readonly isAgent: boolean;
  /** How the caller proved who it is; `none` when nobody has to. */
  readonly via: 'session' | 'token' | 'password' | 'none';
  /** When what the caller proved itself with ends; unknown without. */
  readonly expiresAt?: Date;
  readonly sessionId?: string;
  readonly tokenId?: string;
}

/** Finds out who makes a request. */
export interface Authenticator {
  /**
   * @returns undefined when the request carries nothing that says who it is from
   * @throws {AccessRefusal} when what it carries is wrong, or not enough
   */
  authenticate(request: FastifyRequest): Promise<Caller | undefined>;
}
