import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface KeyPair {
  key: string;
  cert: string;
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** An authority and what it signs, in PEM. */
export class TestAuthority {
  private readonly folder = mkdtempSync(join(tmpdir(), 'quarterdeck-authority-'));
  readonly cert: string;

  constructor() {
    this.openssl('req', '-x509', ...CURVE, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=test-authority');
    this.cert = this.read('ca.pem');
  }

  /** A certificate of a server on the loopback or, with `use` client, of a user. */
  issue(name: string, use: 'server' | 'client'): KeyPair {
    const extensions = use === 'server' ? 'subjectAltName=DNS:localhost,IP:127.0.0.1\n' : '';
    writeFileSync(join(this.folder, 'extensions'), `${extensions}extendedKeyUsage=${use}Auth\n`);
    this.openssl('req', '-new', ...CURVE, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', `/CN=${name}`);
    this.openssl(
      ...['x509', '-req', '-in', 'leaf.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-out', 'leaf.pem', '-days', '2', '-extfile', 'extensions'],
    );
    return { key: this.read('leaf.key'), cert: this.read('leaf.pem') };
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private openssl(...args: string[]): void {
    execFileSync('openssl', args, { cwd: this.folder, stdio: 'ignore' });
  }

  private read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }
}
