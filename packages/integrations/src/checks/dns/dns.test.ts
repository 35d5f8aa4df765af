import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingProgram, startDnsmasq, type TestServer } from '../../testing/debian-servers.ts';
import { runOne } from '../../testing/run-yaml.ts';

const missing = missingProgram('/usr/sbin/dnsmasq');

describe.skipIf(missing)(`DNS checks against dnsmasq${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startDnsmasq([
      '--host-record=www.fleet.test,10.1.2.3',
      '--host-record=dual.fleet.test,10.1.2.4,fd00::4',
      '--cname=alias.fleet.test,www.fleet.test',
      '--mx-host=fleet.test,Mail1.fleet.test,10',
      '--mx-host=fleet.test,mail2.fleet.test,20',
      '--txt-record=fleet.test,v=spf1 -all',
      '--ptr-record=1.0.0.10.in-addr.arpa,gateway.fleet.test',
      '--dns-rr=fleet.test,2,036e733105666c656574047465737400',
      '--srv-host=_ldap._tcp.fleet.test,ldap.fleet.test,389,1,2',
      '--local=/test/',
    ]);
  });
  afterAll(async () => await server.stop());

  const run = async (fields: string) =>
    await runOne(`dns: [{name: lookup, server: 127.0.0.1, port: ${server.port}, timeout: 5, ${fields}}]`);

  it.each([
    ['query: www.fleet.test, querytype: A, minrecords: 1, exactreply: ["10.1.2.3"]'],
    ['query: www.fleet.test, minrecords: 1'],
    ['query: 10.9.8.7, exactreply: ["10.9.8.7"]'],
    ['query: dual.fleet.test, querytype: a, exactreply: ["10.1.2.4"]'],
    ['query: dual.fleet.test, querytype: A, exactreply: ["fd00::4", "10.1.2.4"], minrecords: 2'],
    ['query: 10.0.0.1, querytype: PTR, minrecords: 1, exactreply: ["gateway.fleet.test."]'],
    ['query: alias.fleet.test, querytype: CNAME, exactreply: ["www.fleet.test."]'],
    ['query: www.fleet.test, querytype: CNAME, exactreply: ["www.fleet.test."]'],
    ['query: fleet.test, querytype: MX, minrecords: 2, exactreply: ["mail2.fleet.test. 20", "mail1.fleet.test. 10"]'],
    ['query: fleet.test, querytype: TXT, minrecords: 1, exactreply: "v=spf1 -all"'],
    ['query: fleet.test, querytype: NS, minrecords: 1, exactreply: ["ns1.fleet.test."]'],
    ['query: _ldap._tcp.fleet.test, querytype: SRV, minrecords: 1'],
  ])('passes: %s', async (fields) => {
    const result = await run(fields);
    expect(result).toMatchObject({ pass: true, error: '', message: '' });
    expect(result.durationMs).toBeGreaterThanOrEqual(1);
  });

  it.each([
    ['query: www.fleet.test, minrecords: 2', 'got 1 records, fewer than 2'],
    ['query: www.fleet.test, exactreply: ["10.9.9.9"]', 'got [10.1.2.3], expected [10.9.9.9]'],
    ['query: fleet.test, querytype: MX, exactreply: ["mail1.fleet.test. 10"]', 'expected [mail1.fleet.test. 10]'],
    ['query: missing.fleet.test', 'no such'],
    ['query: missing.fleet.test, querytype: CNAME', 'no such'],
    ['query: fleet.test, querytype: AAAA', 'unknown query type "AAAA"'],
    ['query: ldap, querytype: SRV', '_service._protocol.domain'],
    ['querytype: A', 'needs a query'],
  ])('fails: %s', async (fields, error) => {
    expect(await run(fields)).toMatchObject({ pass: false, invalid: false, error: expect.stringContaining(error) });
  });

  it('takes a name with addresses for its own canonical name also when the server refuses to tell of aliases', async () => {
    const refusing = await startDnsmasq(['--host-record=www.fleet.example,10.1.2.3']);
    const query = (name: string) =>
      runOne(
        `dns: [{name: lookup, server: 127.0.0.1, port: ${refusing.port}, query: ${name}, querytype: CNAME, exactreply: ["${name}."]}]`,
      );

    expect(await query('www.fleet.example')).toMatchObject({ pass: true, error: '' });
    expect(await query('other.fleet.example')).toMatchObject({ pass: false, error: expect.stringContaining('refused') });
    await refusing.stop();
  });

  it('shows the records to expressions', async () => {
    expect(
      await run(`query: www.fleet.test, display: {expr: "results.records[0] + ' of ' + string(results.count)"}`),
    ).toMatchObject({ message: '10.1.2.3 of 1' });
  });
});

describe('DNS checks', () => {
  it('resolve localhost without a server', async () => {
    expect(await runOne('dns: [{name: local, query: localhost, minrecords: 1, exactreply: [127.0.0.1]}]')).toMatchObject({
      pass: true,
    });
  });

  it('end at their time limit when the server never answers', async () => {
    const socket: Socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const result = await runOne(
      `dns: [{name: silent, server: 127.0.0.1, port: ${socket.address().port}, query: a.test, timeout: 0.2}]`,
    );
    expect(result.pass).toBe(false);
    expect(result.error).toMatch(/timed out after 200 ms|does not answer/);
    socket.close();
  });
});
