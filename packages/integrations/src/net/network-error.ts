const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset by the other side',
  EPIPE: 'connection closed by the other side',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
  ETIMEDOUT: 'connection timed out',
  ENOTFOUND: 'no such host',
  ENODATA: 'no such record',
  EAI_AGAIN: 'name lookup failed: the DNS server does not answer',
  ETIMEOUT: 'name lookup failed: the DNS server does not answer',
  ESERVFAIL: 'name lookup failed: the DNS server reports a failure',
  EREFUSED: 'name lookup failed: the DNS server refused the query',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed and not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain holds a self-signed certificate that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is signed by an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
};

function field(error: object, name: string): string {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A connection failure in words, with the address where the error names one. */
export function describeNetworkError(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map((part) => describeNetworkError(part)))].join('; ');
  }
  if (!(error instanceof Error)) return String(error);
  const code = field(error, 'code');
  const text = TEXTS[code];
  if (text === undefined) return error.message || code || error.name;
  const host = field(error, 'hostname') || field(error, 'address');
  const port = field(error, 'port');
  if (host === '') return text;
  return `${host}${port === '' ? '' : `:${port}`}: ${text}`;
}
