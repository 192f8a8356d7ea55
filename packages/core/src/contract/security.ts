/** What the security lines of the log are about, by the name that they call it. docs/security-log.md says what each has. */
export type SecurityEvent = CoreSecurityEvent | (string & {})

/** Those of the core. Applications call their own as they like. */
type CoreSecurityEvent =
  | 'sign_in'
  | 'sign_out'
  | 'session.ended'
  | 'token.granted'
  | 'api_key.created'
  | 'api_key.rotated'
  | 'api_key.revoked'
  | 'client.created'
  | 'client.updated'
  | 'client.secret_rotated'
  | 'client.deleted'
  | 'password.set'
  | 'tool.called'
