import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In PEM. */
export interface KeyPair {
  key: string;
  cert: string;
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

interface Workshop {
  openssl(...args: string[]): void;
  read(name: string): string;
  write(name: string, text: string): void;
}

/** Runs openssl in a folder that is gone afterwards. */
function inFolder<T>(work: (workshop: Workshop) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-authority-'));
  try {
    return work({
      openssl: (...args) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' }),
      read: (name) => readFileSync(join(folder, name), 'utf8'),
      write: (name, text) => writeFileSync(join(folder, name), text),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An authority that signs certificates for servers on the loopback and for users. */
export class TestAuthority {
  private readonly own: KeyPair;

  constructor() {
    this.own = inFolder(({ openssl, read }) => {
      openssl('req', '-x509', ...CURVE, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=test-authority');
      return { key: read('ca.key'), cert: read('ca.pem') };
    });
  }

  get cert(): string {
    return this.own.cert;
  }

  issue(name: string, use: 'server' | 'client'): KeyPair {
    return inFolder(({ openssl, read, write }) => {
      write('ca.key', this.own.key);
      write('ca.pem', this.own.cert);
      const addresses = use === 'server' ? 'subjectAltName=DNS:localhost,IP:127.0.0.1\n' : '';
      write('extensions', `${addresses}extendedKeyUsage=${use}Auth\n`);
      openssl('req', '-new', ...CURVE, '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', `/CN=${name}`);
      openssl(
        ...['x509', '-req', '-in', 'leaf.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
        ...['-out', 'leaf.pem', '-days', '2', '-extfile', 'extensions'],
      );
      return { key: read('leaf.key'), cert: read('leaf.pem') };
    });
  }
}

let shared: { authority: TestAuthority; server: KeyPair } | undefined;

/** One authority and one certificate for all servers of a process. */
export function sharedAuthority(): { authority: TestAuthority; server: KeyPair } {
  if (shared === undefined) {
    const authority = new TestAuthority();
    shared = { authority, server: authority.issue('localhost', 'server') };
  }
  return shared;
}
