/** All columns with sealed texts, by purpose. They are sealed again when a secret is replaced. */
export const sealedColumns = {
  'signing-key': [{ table: 'signing_keys', column: 'private_key' }],
  'oauth-artifact': [{ table: 'oauth_artifacts', column: 'payload' }],
  answer: [{ table: 'idempotency_keys', column: 'answer' }],
  webhook: [
    { table: 'webhook_endpoints', column: 'secret' },
    { table: 'webhook_endpoints', column: 'previous_secret' },
  ],
} as const

/** The purpose of a sealed text. */
export type SealedPurpose = keyof typeof sealedColumns
