import { describe, expect, it } from 'vitest';
import { analysisTypeOf, INCIDENT_STATUSES, INCIDENT_TRANSITIONS, labelOf } from './enums.ts';

describe('words', () => {
  it.each([
    ['pending_approval', 'Pending Approval'],
    ['technical_debt', 'Technical Debt'],
    ['repeat-interval', 'Repeated'],
    ['sql_server', 'SQL Server'],
    ['open', 'Open'],
  ])('%s is shown as %s', (word, label) => {
    expect(labelOf(word)).toBe(label);
  });

  it('technical debt is one type however it is written', () => {
    expect([analysisTypeOf('technicalDebt'), analysisTypeOf('technical_debt'), analysisTypeOf('cost')]).toEqual([
      'technical_debt',
      'technical_debt',
      'cost',
    ]);
  });

  it('an incident may keep its status and can always be closed and opened again', () => {
    for (const status of INCIDENT_STATUSES) expect(INCIDENT_TRANSITIONS[status]).toContain(status);
    for (const status of ['new', 'open', 'investigating', 'mitigated', 'resolved'] as const) {
      expect(INCIDENT_TRANSITIONS[status]).toContain('closed');
    }
    expect(INCIDENT_TRANSITIONS.closed).toContain('open');
  });
});
