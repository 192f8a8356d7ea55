/** Where sealed texts are kept, by what they are sealed for: all that is sealed anew when a secret is replaced. */
export const sealedColumns = {
  'signing-key': [{ table: 'signing_keys', column: 'private_key' }],
  'oauth-artifact': [{ table: 'oauth_artifacts', column: 'payload' }],
  answer: [{ table: 'idempotency_keys', column: 'answer' }],
  webhook: [
    { table: 'webhook_endpoints', column: 'secret' },
    { table: 'webhook_endpoints', column: 'previous_secret' },
  ],
} as const

/** What texts are sealed for. */
export type SealedPurpose = keyof typeof sealedColumns
