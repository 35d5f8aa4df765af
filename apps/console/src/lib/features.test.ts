import { describe, expect, it } from 'vitest';
import { disabledFeatures, switchOf } from './features.ts';

const disabledBy = (properties: Record<string, string>) =>
  disabledFeatures(Object.entries(properties).map(([name, value]) => ({ name, value })));

describe('a feature', () => {
  it('is off when its switch has the value true', () => {
    expect(switchOf('incidents', disabledBy({ 'incidents.disable': 'true' }))).toBe('incidents.disable');
  });

  it.each(['false', '', 'yes', '1', 'enabled'])('stays on when its switch has the value "%s"', (value) => {
    expect(switchOf('incidents', disabledBy({ 'incidents.disable': value }))).toBeUndefined();
  });

  it('stays on without a switch, and whatever other properties say', () => {
    const disabled = disabledBy({ 'log.level': 'true', 'incidents.disable.later': 'true', incidents: 'true' });
    expect(switchOf('incidents', disabled)).toBeUndefined();
  });

  it.each([
    ['settings.config_scraper', 'config'],
    ['settings.topology', 'topology'],
    ['settings.health', 'health'],
    ['settings.job_history', 'health'],
  ])('of the settings, %s, goes with its area %s', (feature, area) => {
    expect(switchOf(feature, disabledBy({ [`${area}.disable`]: 'true' }))).toBe(`${area}.disable`);
  });

  it('of the settings leaves its area on when it is off itself', () => {
    const disabled = disabledBy({ 'settings.health.disable': 'true' });
    expect([switchOf('settings.health', disabled), switchOf('health', disabled)]).toEqual(['settings.health.disable', undefined]);
  });

  it('of the settings that belongs to no area only follows its own switch', () => {
    expect(switchOf('settings.connections', disabledBy({ 'config.disable': 'true', 'health.disable': 'true' }))).toBeUndefined();
  });
});
