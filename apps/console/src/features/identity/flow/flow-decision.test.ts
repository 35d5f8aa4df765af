import { describe, expect, it } from 'vitest';
import { decideOnFailure, type FlowAttempt, type FlowFailure } from './flow-decision.ts';

const LOGIN: FlowAttempt = { kind: 'login', step: 'submit', page: '/login?flow=f1', returnTo: '/health?a=1' };
const SETTINGS: FlowAttempt = { kind: 'settings', step: 'submit', page: '/profile-settings?flow=f1', returnTo: undefined };

const failing = (code: string, more: Partial<FlowFailure> = {}): FlowFailure => ({ status: 400, code, ...more });

describe('a flow that is refused', () => {
  it('goes home when somebody is signed in already', () => {
    expect(decideOnFailure(failing('session_already_available'), LOGIN)).toEqual({ kind: 'go', to: '/' });
  });

  it('asks to confirm who one is and comes back to the page, with its address encoded', () => {
    expect(decideOnFailure(failing('session_refresh_required', { status: 403 }), SETTINGS)).toEqual({
      kind: 'go',
      to: '/login?refresh=true&return_to=%2Fprofile-settings%3Fflow%3Df1',
    });
  });

  it('asks to sign in when the session ended, and comes back to the page', () => {
    expect(decideOnFailure(failing('session_inactive', { status: 401 }), SETTINGS)).toEqual({
      kind: 'go',
      to: '/login?return_to=%2Fprofile-settings%3Fflow%3Df1',
    });
  });

  it('asks for the first factor before the second, and keeps where it leads', () => {
    const decision = decideOnFailure(failing('session_aal1_required', { status: 401 }), LOGIN);
    expect(decision).toEqual({ kind: 'go', to: '/login?return_to=%2Fhealth%3Fa%3D1' });
  });

  it.each(['session_aal2_required', 'browser_location_change_required'])('goes where the service says (%s)', (code) => {
    const failure = failing(code, { status: 422, redirectTo: 'https://deck/login?aal=aal2' });
    expect(decideOnFailure(failure, LOGIN)).toEqual({ kind: 'go', to: 'https://deck/login?aal=aal2' });
  });

  it('begins anew and says that the interaction expired', () => {
    expect(decideOnFailure(failing('self_service_flow_expired', { status: 410 }), LOGIN)).toEqual({
      kind: 'restart',
      text: 'Your interaction expired, please fill out the form again.',
    });
  });

  it('goes on with the flow that replaces an expired one', () => {
    expect(decideOnFailure(failing('self_service_flow_expired', { useFlowId: 'f2' }), LOGIN)).toMatchObject({ useFlowId: 'f2' });
  });

  it('begins anew and says that a security violation was detected', () => {
    expect(decideOnFailure(failing('security_csrf_violation', { status: 403 }), LOGIN)).toEqual({
      kind: 'restart',
      text: 'A security violation was detected, please fill out the form again.',
    });
  });

  it('begins anew without the page to return to when that is forbidden', () => {
    expect(decideOnFailure(failing('self_service_flow_return_to_forbidden'), { ...LOGIN, step: 'begin' })).toEqual({
      kind: 'restart',
      text: 'The return_to address is not allowed.',
      dropsReturnTo: true,
    });
  });

  it('begins anew when it belongs to somebody else, or is not known any more', () => {
    expect(decideOnFailure(failing('security_identity_mismatch'), SETTINGS)).toEqual({ kind: 'restart' });
    expect(decideOnFailure(failing('UNKNOWN', { status: 404 }), { ...LOGIN, step: 'read' })).toEqual({ kind: 'restart' });
  });

  it('of a verification begins anew on 403 and goes home when it cannot begin', () => {
    const verification: FlowAttempt = { ...LOGIN, kind: 'verification' };
    expect(decideOnFailure(failing('UNKNOWN', { status: 403 }), { ...verification, step: 'read' })).toEqual({ kind: 'restart' });
    expect(decideOnFailure(failing('UNKNOWN'), { ...verification, step: 'begin' })).toEqual({ kind: 'go', to: '/' });
  });

  it('never begins anew because beginning failed: it would go on for ever', () => {
    for (const status of [0, 403, 404, 410, 500]) {
      expect(decideOnFailure(failing('UNKNOWN', { status }), { ...LOGIN, step: 'begin' })).toEqual({ kind: 'fail' });
    }
  });

  it('says so when the flow is switched off', () => {
    expect(decideOnFailure(failing('self_service_flow_disabled'), LOGIN)).toEqual({ kind: 'closed' });
  });
});
