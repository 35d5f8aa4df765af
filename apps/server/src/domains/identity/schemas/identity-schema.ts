/** What a person says about themselves, as JSON Schema with the marks of Ory's clients: what one signs in, recovers and is verified with. */
export const IDENTITY_SCHEMA = {
  $id: 'default',
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Person',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          title: 'Email',
          maxLength: 254,
          'ory.sh/kratos': {
            credentials: { password: { identifier: true }, webauthn: { identifier: true }, totp: { account_name: true } },
            recovery: { via: 'email' },
            verification: { via: 'email' },
          },
        },
        name: {
          type: 'object',
          properties: {
            first: { type: 'string', title: 'First name', maxLength: 100 },
            last: { type: 'string', title: 'Last name', maxLength: 100 },
          },
        },
      },
      required: ['email'],
      additionalProperties: false,
    },
  },
} as const;
