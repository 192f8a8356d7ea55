import type { Settings } from './schema.ts'

/** What is wrong with settings that are right each by itself; undefined when nothing is. */
type Rule = (settings: Settings) => string | undefined

/** A secret made up at the start would not outlive this machine or be shared with other processes on one database. */
const secret: Rule = ({ ROSTER_SECRET, NODE_ENV, DATABASE_URL }) => {
  if (ROSTER_SECRET !== undefined || (NODE_ENV !== 'production' && DATABASE_URL === undefined)) return undefined
  const why = NODE_ENV === 'production' ? 'in production' : 'with an external database'
  return `ROSTER_SECRET must be set ${why}: 32 bytes or more in base64, made at random with: openssl rand -base64 32.`
}

/** Links would lead nowhere, and cookies would go over plain HTTP. */
const publicUrl: Rule = ({ NODE_ENV, ROSTER_PUBLIC_URL }) =>
  NODE_ENV !== 'production' || ROSTER_PUBLIC_URL?.startsWith('https:')
    ? undefined
    : 'ROSTER_PUBLIC_URL must be set in production: the https address that callers use, such as https://api.example.com.'

const certificate: Rule = ({ ROSTER_TLS_CERT, ROSTER_TLS_KEY }) =>
  (ROSTER_TLS_CERT === undefined) === (ROSTER_TLS_KEY === undefined)
    ? undefined
    : 'ROSTER_TLS_CERT and ROSTER_TLS_KEY must be set together.'

const clientAuthorities: Rule = ({ ROSTER_TLS_CLIENT_CA, ROSTER_TLS_CERT }) =>
  ROSTER_TLS_CLIENT_CA === undefined || ROSTER_TLS_CERT !== undefined
    ? undefined
    : 'ROSTER_TLS_CLIENT_CA needs ROSTER_TLS_CERT and ROSTER_TLS_KEY: a proxy that terminates TLS checks certificates itself.'

/** Production needs TLS 1.2 or later: our own, or a proxy's that says so in `X-Forwarded-Proto`. */
const transport: Rule = ({ NODE_ENV, ROSTER_TLS_CERT, ROSTER_TRUST_PROXY }) =>
  NODE_ENV !== 'production' || ROSTER_TLS_CERT !== undefined || ROSTER_TRUST_PROXY !== undefined
    ? undefined
    : 'Production needs https: set ROSTER_TLS_CERT and ROSTER_TLS_KEY, or ROSTER_TRUST_PROXY for a proxy that terminates TLS and sends X-Forwarded-Proto.'

const metricsPort: Rule = ({ PORT, ROSTER_METRICS_PORT }) =>
  ROSTER_METRICS_PORT === PORT ? 'ROSTER_METRICS_PORT must be another port than PORT.' : undefined

/** Rules about settings together. */
export const rules: readonly Rule[] = [secret, publicUrl, certificate, clientAuthorities, transport, metricsPort]
