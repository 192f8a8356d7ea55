/** Name of an event in the security log. docs/security-log.md lists the members of each. */
export type SecurityEvent = CoreSecurityEvent | (string & {})

/** The security events of the core. Applications choose the names of their own. */
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
