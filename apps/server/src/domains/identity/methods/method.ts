import type { Aal, AuthenticationMethod, NodeGroup, Traits, UiNode, UiText } from '@quarterdeck/contract/identity';
import type { Queryable, Transaction } from '@quarterdeck/database';
import type { Account } from '../accounts/account-store.ts';
import type { FlowRecord } from '../flows/flow.ts';
import type { FlowBody, FlowRequest } from '../flows/flow-request.ts';

/** What was entered does not do: the flow is shown again (400) with these texts. */
export interface Refused {
  readonly kind: 'refused';
  readonly messages: readonly UiText[];
  /** Texts of single fields, by their names. */
  readonly fields?: Readonly<Record<string, readonly UiText[]>>;
}

/** The browser goes on elsewhere: 422 for JSON, 303 for a form. `internal` is kept with the flow. */
export interface Redirect {
  readonly kind: 'redirect';
  readonly to: string;
  readonly internal?: Readonly<Record<string, unknown>>;
}

/** What a method brings into a flow when the flow is shown. */
export interface Offer {
  readonly nodes: readonly UiNode[];
  /** Remembered with the flow for the next step, under the method's name (a challenge, a pending secret). */
  readonly internal?: Readonly<Record<string, unknown>>;
}

export interface LoginContext {
  readonly flow: FlowRecord;
  readonly request: FlowRequest;
  /** Who confirms (refresh) or adds a second factor (aal2); undefined for a first sign-in. */
  readonly account: Account | undefined;
}

/** Somebody proved who it is. */
export interface LoginPassed {
  readonly kind: 'passed';
  readonly identityId: string;
  readonly method: AuthenticationMethod['method'];
  readonly aal: Aal;
  readonly provider?: string;
}

/** A way to sign in. */
export interface LoginMethod {
  /** As `method` names it in a form. */
  readonly name: string;
  /** undefined when the method is not on offer in this flow. */
  offer(context: LoginContext): Promise<Offer | undefined>;
  /** Whether the form is for this method although `method` does not say so. */
  readonly claims?: (body: FlowBody) => boolean;
  submit(context: LoginContext, body: FlowBody): Promise<LoginPassed | Refused | Redirect>;
}

export interface RegistrationContext {
  readonly flow: FlowRecord;
  readonly request: FlowRequest;
}

/** An account can be made: with these traits and, in the same transaction, what it signs in with. */
export interface RegistrationPassed {
  readonly kind: 'passed';
  readonly traits: Traits;
  readonly method: AuthenticationMethod['method'];
  readonly provider?: string;
  /** The provider vouches for the address. */
  readonly isVerified?: boolean;
  saveCredentials(tx: Queryable, identityId: string): Promise<void>;
}

export interface RegistrationMethod {
  readonly name: string;
  offer(context: RegistrationContext): Promise<Offer | undefined>;
  /** Whether the form is for this method although `method` does not say so. */
  readonly claims?: (body: FlowBody) => boolean;
  submit(context: RegistrationContext, body: FlowBody): Promise<RegistrationPassed | Refused | Redirect>;
}

export interface SettingsContext {
  readonly flow: FlowRecord;
  readonly request: FlowRequest;
  readonly account: Account;
}

/** The form is good: `save` writes it. The session gets a new token, unless `keepsToken`. */
export interface SettingsSaved {
  readonly kind: 'saved';
  /**
   * Writes what changes, in one transaction with the rest of the change; the account's row is locked. Answers a refusal, before it wrote anything,
   * when what it finds there does not allow the change.
   */
  save(tx: Transaction): Promise<Refused | undefined>;
  /** Text when the database says that what is saved is somebody else's. */
  readonly taken?: UiText;
  /** What somebody could know who must be out was changed. */
  readonly endsOtherSessions?: boolean;
  /** Nothing that one signs in with was changed. */
  readonly keepsToken?: boolean;
  /** Setting it up proved it: the session counts as signed in with it. */
  readonly proved?: { readonly method: AuthenticationMethod['method']; readonly aal: Aal };
  /** For the audit log. */
  readonly audit: { readonly action: string; readonly details?: Readonly<Record<string, unknown>> };
}

/** The flow is shown again with what the method now offers (codes to confirm); `internal` is what its `offer` finds in the flow. */
export interface SettingsShown {
  readonly kind: 'shown';
  readonly internal?: Readonly<Record<string, unknown>>;
}

export interface SettingsMethod {
  readonly name: string;
  readonly group: NodeGroup;
  offer(context: SettingsContext): Promise<Offer | undefined>;
  /** Whether the form is for this method although `method` does not say so. */
  readonly claims?: (body: FlowBody) => boolean;
  /** Needs a sign-in that is fresh. */
  readonly isPrivileged: boolean | ((context: SettingsContext, body: FlowBody) => boolean);
  submit(context: SettingsContext, body: FlowBody): Promise<SettingsSaved | SettingsShown | Refused | Redirect>;
}
