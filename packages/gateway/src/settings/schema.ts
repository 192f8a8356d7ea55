import type { Naming } from '@roster/core/contract'
import { DEFAULT_LIMITS, isSecret, type Limits } from '@roster/core/server'
import { z } from 'zod'
import { DEFAULT_QUOTAS, type Quotas } from '../http/rate-limit.ts'
import { DEFAULT_CONNECTION_LIMIT } from '../connections/limit.ts'
import type { Arguments } from './arguments.ts'
import { authoritiesFile, certificateFile, keyFile } from './certificate-files.ts'
import {
  baseUrl,
  host,
  issuer,
  natsUrl,
  numbers,
  origins,
  port,
  postgresUrl,
  postgresUrls,
  proxies,
  ranges,
  redisUrl,
  trustedProxies,
  wholeNumber,
  workers,
} from './formats.ts'
import { secrets } from './secrets.ts'
import type { TelemetrySettings } from './telemetry.ts'
import type { UnknownName } from './unknown-names.ts'

const rateLimit = z.literal('off').or(numbers<Quotas>(DEFAULT_QUOTAS))

const toggle = z.enum(['on', 'off'])

/** The settings in an environment and on a command line. */
export type Settings = z.output<typeof schema> &
  Arguments & {
    /** Variables that are named like settings of this service, but are none. */
    unknown: readonly UnknownName[]
    /** Settings of telemetry. Default: nothing is sent. */
    telemetry?: TelemetrySettings | undefined
  }

/** Name of a setting, without the service's prefix. */
export type SettingName = keyof typeof schema.shape

/** Every setting, with its default. `variable` returns the environment variable of a setting. */
export const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3_000),
  HOST: host.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrls.optional(),
  DATABASE_REPLICA_LAG: wholeNumber(0, 10_000).default(250),
  DATA_DIR: z.string().min(1),
  MIGRATE: toggle.default('on'),
  PUBLIC_URL: baseUrl.optional(),
  SECRET: secrets.optional(),
  ADMIN_API_KEY: z.string().optional(),
  API_KEY: z.string().optional(),
  ISSUER: issuer.optional(),
  AUDIENCE: z.string().trim().min(1).optional(),
  API_KEY_IN_QUERY: toggle.default('off'),
  AUTH_THROTTLE: toggle.default('on'),
  TRUST_PROXY: trustedProxies.optional(),
  TRUST_CLIENT_CERT: proxies.default([]),
  TLS_CERT: certificateFile.optional(),
  TLS_KEY: keyFile.optional(),
  TLS_CLIENT_CA: authoritiesFile.optional(),
  CORS_ORIGINS: origins.default([]),
  RATE_LIMIT: rateLimit.default(DEFAULT_QUOTAS),
  LIMITS: numbers<Limits>(DEFAULT_LIMITS).default(DEFAULT_LIMITS),
  WEBHOOK_ALLOW: ranges.default([]),
  MCP: toggle.default('off'),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  WORKERS: workers.default(1),
  CONNECTION_LIMIT: wholeNumber(1, 1_000_000).default(DEFAULT_CONNECTION_LIMIT),
  REDIS_URL: redisUrl.optional(),
  EVENTS_URL: natsUrl.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** Returns the schema for an application, whose API keys begin with the application's prefix. */
export const schemaOf = ({ secretPrefixes }: Naming) => {
  const apiKey = z.string().refine((text) => isSecret(secretPrefixes.apiKey, text))
  return schema.extend({ ADMIN_API_KEY: apiKey.optional(), API_KEY: apiKey.optional() })
}

/** Returns the value that each setting expects, for error messages. */
export const expectedOf = ({ secretPrefixes }: Naming): Record<SettingName, string> => ({
  NODE_ENV: 'development, test or production',
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on, such as 127.0.0.1',
  DATABASE_URL:
    'a PostgreSQL URL with a database and without "options", such as postgres://user:password@host:5432/database',
  DATABASE_DIRECT_URL: 'a PostgreSQL URL of the same database, without a pooler before it and without "options"',
  DATABASE_REPLICA_URL:
    'PostgreSQL URLs, with a database and without "options", of standbys of the same server, separated by commas',
  DATABASE_REPLICA_LAG: 'milliseconds from 0 to 10000',
  DATA_DIR: 'a directory for the embedded database',
  MIGRATE: 'on or off',
  PUBLIC_URL: 'the http or https address that callers use, without query, such as https://api.example.com',
  SECRET: '32 bytes or more in base64, made at random with: openssl rand -base64 32; or new,old to replace one',
  ADMIN_API_KEY: `the secret of an API key: ${secretPrefixes.apiKey} and 38 letters and digits, the last 6 being a checksum, as the command administrator-key prints one`,
  API_KEY: `the secret of the API key that a local agent calls with: ${secretPrefixes.apiKey} and 38 letters and digits, the last 6 being a checksum`,
  ISSUER: 'the https address of an OpenID provider (http only on this machine), exactly as its tokens name it',
  AUDIENCE: 'what access tokens name as their audience, such as https://api.example.com',
  API_KEY_IN_QUERY: 'on or off',
  AUTH_THROTTLE: 'on or off',
  TRUST_PROXY: 'how many proxies stand before this service, or their addresses, such as 10.0.0.0/8,192.168.1.1',
  TRUST_CLIENT_CERT: 'the addresses of proxies whose Client-Cert header counts, such as 10.0.0.0/8,192.168.1.1',
  TLS_CERT: 'a readable PEM file with the certificate and its chain',
  TLS_KEY: 'a readable PEM file with the private key, without a passphrase',
  TLS_CLIENT_CA: 'a readable PEM file with the certificates of authorities that issue client certificates',
  CORS_ORIGINS: 'origins separated by commas, each in full, such as https://app.example.com,https://admin.example.com',
  RATE_LIMIT: 'off, or requests a minute such as read=600,write=120,anonymous=60,token=10',
  LIMITS: 'how much one maker may have, such as endpoints=100,keys=10000,clients=1000,exports=100',
  WEBHOOK_ALLOW: 'addresses that webhooks may reach although they are private, such as 127.0.0.0/8,10.1.0.0/16',
  MCP: 'on or off',
  METRICS_PORT: 'a port number from 1 to 65535',
  WORKERS: 'how many processes serve the port, from 1 to 256, or auto for one a processor',
  CONNECTION_LIMIT: 'how many sockets, and how many streams, a caller may have open at once, such as 5',
  REDIS_URL: 'a Redis URL, such as redis://127.0.0.1:6379',
  EVENTS_URL: 'a NATS URL or several, such as nats://127.0.0.1:4222 or tls://user:password@a:4222,tls://b:4222',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
})
