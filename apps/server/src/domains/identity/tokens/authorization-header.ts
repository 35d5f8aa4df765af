/** What a request carries to say who it is from. */
export type Authorization =
  | { readonly scheme: 'basic'; readonly user: string; readonly password: string }
  | { readonly scheme: 'bearer'; readonly text: string };

const LONGEST = 8192;

/** Reads `Authorization`; undefined when it is of another kind or cannot be read. Source: RFC 7617, RFC 6750. */
export function readAuthorization(header: string): Authorization | undefined {
  if (header.length > LONGEST) return undefined;
  const [, scheme = '', text = ''] = /^([A-Za-z]+) +([^\s]+)$/.exec(header.trim()) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return { scheme: 'bearer', text };
    case 'basic':
      return readBasic(text);
    default:
      return undefined;
  }
}

function readBasic(text: string): Authorization | undefined {
  const plain = Buffer.from(text, 'base64').toString('utf8');
  const split = plain.indexOf(':');
  return split < 0 ? undefined : { scheme: 'basic', user: plain.slice(0, split), password: plain.slice(split + 1) };
}
