import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runOne } from '../../testing/run-yaml.ts';
import { parsePingOutput } from './run.ts';

const canPing = spawnSync('ping', ['-c', '1', '-w', '2', '127.0.0.1']).status === 0;

describe.skipIf(!canPing)(`ping checks${canPing ? '' : ' (skipped: ping is not installed or not permitted)'}`, () => {
  it('pass without a threshold, however long the round trip takes', async () => {
    const result = await runOne('icmp: [{name: loopback, endpoint: "http://localhost/path", packetCount: 2}]');
    expect(result).toMatchObject({
      pass: true,
      error: '',
      detail: { sent: 2, received: 2, packetLoss: 0, address: '127.0.0.1' },
    });
    expect(result.durationMs).toBeGreaterThanOrEqual(1);
    expect(result.metrics).toEqual([
      {
        name: 'canary_check_icmp_packetloss',
        type: 'gauge',
        value: 0,
        labels: { endpoint: 'http://localhost/path', ip: '127.0.0.1' },
      },
    ]);
  });

  it('show their results to expressions', async () => {
    expect(
      await runOne(
        'icmp: [{name: loopback, endpoint: 127.0.0.1, packetCount: 1, test: {expr: results.packetLoss == 0.0 && results.sent == 1}}]',
      ),
    ).toMatchObject({ pass: true });
  });
});

it('fails without an endpoint and for a name without an address', async () => {
  expect(await runOne('icmp: [{name: a, url: 127.0.0.1}]')).toMatchObject({ pass: false, error: 'icmp needs an endpoint' });
  expect(await runOne('icmp: [{name: a, endpoint: no-such-host.invalid}]')).toMatchObject({
    pass: false,
    error: 'no-such-host.invalid: no address found',
  });
});

describe('the output of ping', () => {
  it('gives loss in percent and the average round trip', () => {
    const output =
      '4 packets transmitted, 3 received, 25% packet loss, time 603ms\nrtt min/avg/max/mdev = 0.020/1.500/0.063/0.017 ms\n';
    expect(parsePingOutput(output)).toEqual({ sent: 4, received: 3, lossPercent: 25, averageMs: 1.5 });
  });

  it('has no average when everything was lost', () => {
    expect(parsePingOutput('2 packets transmitted, 0 received, 100% packet loss, time 1001ms\n')).toEqual({
      sent: 2,
      received: 0,
      lossPercent: 100,
      averageMs: undefined,
    });
  });

  it('is nothing without a summary', () => {
    expect(parsePingOutput('ping: unknown host')).toBeUndefined();
  });
});
