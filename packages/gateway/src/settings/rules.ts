import { MCP_PATH } from '../mcp/path.ts'
import { isKeyOf } from './certificate-files.ts'
import type { SettingName, Settings } from './schema.ts'

/** Returns the environment variable of a setting. */
type Called = (name: SettingName) => string

/** Returns what is wrong with settings that are each valid by themselves; undefined when nothing is. */
type Rule = (settings: Settings, called: Called) => string | undefined

/** A secret generated at the start would be lost with this machine, and not be shared with other processes on one database. */
const secret: Rule = ({ SECRET, NODE_ENV, DATABASE_URL }, called) => {
  if (SECRET !== undefined || (NODE_ENV !== 'production' && DATABASE_URL === undefined)) return undefined
  const why = NODE_ENV === 'production' ? 'in production' : 'with an external database'
  return `${called('SECRET')} must be set ${why}: 32 bytes or more in base64, made at random with: openssl rand -base64 32.`
}

/** Without a public https URL, links would lead nowhere, and cookies would go over plain HTTP. */
const publicUrl: Rule = ({ NODE_ENV, PUBLIC_URL }, called) =>
  NODE_ENV !== 'production' || PUBLIC_URL?.startsWith('https:')
    ? undefined
    : `${called('PUBLIC_URL')} must be set in production: the https address that callers use, such as https://api.example.com.`

const certificate: Rule = ({ TLS_CERT, TLS_KEY }, called) =>
  (TLS_CERT === undefined) === (TLS_KEY === undefined)
    ? undefined
    : `${called('TLS_CERT')} and ${called('TLS_KEY')} must be set together.`

const key: Rule = ({ TLS_CERT, TLS_KEY }, called) =>
  TLS_CERT === undefined || TLS_KEY === undefined || isKeyOf(TLS_KEY, TLS_CERT)
    ? undefined
    : `${called('TLS_KEY')} is not the key of ${called('TLS_CERT')}.`

const clientAuthorities: Rule = ({ TLS_CLIENT_CA, TLS_CERT }, called) =>
  TLS_CLIENT_CA === undefined || TLS_CERT !== undefined
    ? undefined
    : `${called('TLS_CLIENT_CA')} needs ${called('TLS_CERT')} and ${called('TLS_KEY')}: a proxy that terminates TLS checks certificates itself.`

/** Production needs TLS 1.2 or later: from this service, or from a proxy that says so in `X-Forwarded-Proto`. */
const transport: Rule = ({ NODE_ENV, TLS_CERT, TRUST_PROXY }, called) =>
  NODE_ENV !== 'production' || TLS_CERT !== undefined || TRUST_PROXY
    ? undefined
    : `Production needs https: set ${called('TLS_CERT')} and ${called('TLS_KEY')}, or ${called('TRUST_PROXY')} for a proxy that terminates TLS and sends X-Forwarded-Proto.`

const metricsPort: Rule = ({ PORT, METRICS_PORT }, called) =>
  METRICS_PORT === PORT ? `${called('METRICS_PORT')} must be another port than PORT.` : undefined

const workers: Rule = ({ WORKERS, DATABASE_URL }, called) =>
  WORKERS === 1 || DATABASE_URL !== undefined
    ? undefined
    : `${called('WORKERS')} needs ${called('DATABASE_URL')}: the embedded database belongs to one process.`

const events: Rule = ({ EVENTS_URL, DATABASE_URL }, called) =>
  EVENTS_URL === undefined || DATABASE_URL !== undefined
    ? undefined
    : `${called('EVENTS_URL')} needs ${called('DATABASE_URL')}: the embedded database has one process, which reads its events itself.`

const directUrl: Rule = ({ DATABASE_DIRECT_URL, DATABASE_URL }, called) =>
  DATABASE_DIRECT_URL === undefined || DATABASE_URL !== undefined
    ? undefined
    : `${called('DATABASE_DIRECT_URL')} needs ${called('DATABASE_URL')}: it is another way to the same database.`

const replicaUrl: Rule = ({ DATABASE_REPLICA_URL, DATABASE_URL }, called) =>
  DATABASE_REPLICA_URL === undefined || DATABASE_URL !== undefined
    ? undefined
    : `${called('DATABASE_REPLICA_URL')} needs ${called('DATABASE_URL')}: replicas are standbys of that server.`

/** With one audience, a token for REST would be valid for agents, and the other way round. */
const audience: Rule = ({ MCP, AUDIENCE, PUBLIC_URL }, called) =>
  MCP === 'off' || PUBLIC_URL === undefined || AUDIENCE !== PUBLIC_URL + MCP_PATH
    ? undefined
    : `${called('AUDIENCE')} must be another than that of tokens for agents, ${AUDIENCE}.`

/** Rules about combinations of settings. */
export const rules: readonly Rule[] = [
  secret,
  publicUrl,
  certificate,
  key,
  clientAuthorities,
  transport,
  metricsPort,
  workers,
  events,
  directUrl,
  replicaUrl,
  audience,
]
