import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { DEFAULT_LIMITS, isApiKeySecret, type Limits } from '@roster/api'
import { z } from 'zod'
import { DEFAULT_CONNECTION_LIMIT } from './realtime/limit.ts'
import { DEFAULT_QUOTAS, type Quotas } from './http/rate-limit.ts'

/** What the environment says. Every setting has its default here, and each faulty one is named with what it expects. */
export type Settings = z.output<typeof schema>

const port = z.coerce.number<string>().int().min(0).max(65_535)

const httpUrl = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''))
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))

const postgresUrl = z.string().refine((text) => /^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? ''))

const secret = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length >= 32)

/** An issuer is compared as it is written, so nothing is normalized (RFC 8414, section 2). */
const issuer = z.string().refine((text) => {
  const url = URL.parse(text)
  return url !== null && isProtected(url) && !/[?#]/.test(text)
})

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const isProtected = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()))

const origins = list.refine((parts) => parts.every((origin) => URL.parse(origin)?.origin === origin))

const isAddress = (text: string) => {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  return family !== 0 && isPrefix && rest.length === 0
}

const trustProxy = z
  .string()
  .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())))
  .refine((hops) => typeof hops === 'number' || hops.every(isAddress))

const ranges = list.refine((parts) => parts.every(isAddress))

const readableFile = z.string().refine((path) => {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
})

const redisUrl = z.string().refine((text) => /^rediss?:$/.test(URL.parse(text)?.protocol ?? ''))

/** `read=600,token=10`: numbers by name. Those that are not named keep their default. */
function numbers<Numbers extends Readonly<Record<keyof Numbers, number>>>(defaults: Numbers) {
  const part = new RegExp(`^(?:${Object.keys(defaults).join('|')})=[1-9]\\d{0,8}$`)
  return list
    .refine((parts) => parts.every((text) => part.test(text)))
    .transform((parts): Numbers => {
      const given = parts.map((text) => text.split('='))
      return { ...defaults, ...Object.fromEntries(given.map(([name, number]) => [name, Number(number)])) }
    })
}

const rateLimit = z.literal('off').or(numbers<Quotas>(DEFAULT_QUOTAS))

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: port.default(3_000),
  HOST: z.string().min(1).optional(),
  DATABASE_URL: postgresUrl.optional(),
  ROSTER_DATA_DIR: z.string().min(1).default('.roster'),
  ROSTER_MIGRATE: z.enum(['on', 'off']).default('on'),
  ROSTER_PUBLIC_URL: httpUrl.optional(),
  ROSTER_SECRET: secret.optional(),
  ROSTER_ADMIN_API_KEY: z.string().refine(isApiKeySecret).optional(),
  ROSTER_ISSUER: issuer.optional(),
  ROSTER_AUDIENCE: z.string().min(1).optional(),
  ROSTER_API_KEY_IN_QUERY: z.enum(['on', 'off']).default('off'),
  ROSTER_AUTH_THROTTLE: z.enum(['on', 'off']).default('on'),
  ROSTER_TRUST_PROXY: trustProxy.optional(),
  ROSTER_TLS_CERT: readableFile.optional(),
  ROSTER_TLS_KEY: readableFile.optional(),
  ROSTER_TLS_CLIENT_CA: readableFile.optional(),
  ROSTER_CORS_ORIGINS: origins.default([]),
  ROSTER_RATE_LIMIT: rateLimit.default(DEFAULT_QUOTAS),
  ROSTER_LIMITS: numbers<Limits>(DEFAULT_LIMITS).default(DEFAULT_LIMITS),
  ROSTER_WEBHOOK_ALLOW: ranges.default([]),
  ROSTER_CONNECTION_LIMIT: z.coerce.number<string>().int().min(1).max(1_000_000).default(DEFAULT_CONNECTION_LIMIT),
  REDIS_URL: redisUrl.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** What each setting expects, for people who got it wrong. */
const EXPECTED: Record<keyof typeof schema.shape, string> = {
  NODE_ENV: 'production, or anything else for development',
  PORT: 'a port number from 0 to 65535',
  HOST: 'an address to listen on, such as 127.0.0.1',
  DATABASE_URL: 'a PostgreSQL URL, such as postgres://user:password@host:5432/database',
  ROSTER_DATA_DIR: 'a directory for the embedded database',
  ROSTER_MIGRATE: 'on or off',
  ROSTER_PUBLIC_URL: 'the http or https address that callers use, such as https://api.example.com',
  ROSTER_SECRET: '32 bytes or more in base64; make one with: openssl rand -base64 32',
  ROSTER_ADMIN_API_KEY: 'the secret of an API key: rk_ and 38 letters and digits, the last 6 being a checksum',
  ROSTER_ISSUER: 'the https address of an OpenID provider (http only on this machine), exactly as its tokens name it',
  ROSTER_AUDIENCE: 'what access tokens name as their audience, such as https://api.example.com',
  ROSTER_API_KEY_IN_QUERY: 'on or off',
  ROSTER_AUTH_THROTTLE: 'on or off',
  ROSTER_TRUST_PROXY: 'how many proxies stand before this service, or their addresses, such as 10.0.0.0/8,192.168.1.1',
  ROSTER_TLS_CERT: 'a readable PEM file with the certificate and its chain',
  ROSTER_TLS_KEY: 'a readable PEM file with the private key',
  ROSTER_TLS_CLIENT_CA: 'a readable PEM file with the certificates of authorities that issue client certificates',
  ROSTER_CORS_ORIGINS: 'origins separated by commas, such as https://app.example.com,https://admin.example.com',
  ROSTER_RATE_LIMIT: 'off, or requests a minute such as read=600,write=120,anonymous=60,token=10',
  ROSTER_LIMITS: 'how much one maker may have, such as endpoints=100,keys=10000,clients=1000,exports=100',
  ROSTER_WEBHOOK_ALLOW: 'addresses that webhooks may reach although they are private, such as 127.0.0.0/8,10.1.0.0/16',
  ROSTER_CONNECTION_LIMIT: 'how many sockets, and how many streams, a caller may have open at once, such as 5',
  REDIS_URL: 'a Redis URL, such as redis://127.0.0.1:6379',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
}

/** Settings that cannot be used. The message lists each of them, without its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'

  constructor(faults: string[]) {
    super(['These settings cannot be used:', ...faults.map((fault) => `  ${fault}`)].join('\n'))
  }
}

/** Reads and checks the settings of an environment. Throws `SettingsError`. An empty variable counts as absent. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    const names = new Set(result.error.issues.map((issue) => issue.path[0] as keyof typeof EXPECTED))
    throw new SettingsError([...names].map((name) => `${name} must be ${EXPECTED[name]}.`))
  }
  requireSecret(result.data)
  requireTransport(result.data)
  return result.data
}

/** A secret made up at the start would not outlive this machine or be shared with other processes on one database. */
function requireSecret(settings: Settings): void {
  if (settings.ROSTER_SECRET || (settings.NODE_ENV !== 'production' && !settings.DATABASE_URL)) return
  const why = settings.NODE_ENV === 'production' ? 'in production' : 'with an external database'
  throw new SettingsError([`ROSTER_SECRET must be set ${why}: ${EXPECTED.ROSTER_SECRET}.`])
}

/** Production needs TLS 1.2 or later: our own, or a proxy's that says so in `X-Forwarded-Proto`. */
function requireTransport(settings: Settings): void {
  const { NODE_ENV, ROSTER_TLS_CERT: certificate, ROSTER_TLS_KEY: key, ROSTER_TRUST_PROXY: proxy } = settings
  if ((certificate === undefined) !== (key === undefined)) {
    throw new SettingsError(['ROSTER_TLS_CERT and ROSTER_TLS_KEY must be set together.'])
  }
  if (settings.ROSTER_TLS_CLIENT_CA !== undefined && certificate === undefined) {
    throw new SettingsError([
      'ROSTER_TLS_CLIENT_CA needs ROSTER_TLS_CERT and ROSTER_TLS_KEY: a proxy that terminates TLS checks certificates itself.',
    ])
  }
  if (NODE_ENV !== 'production' || certificate !== undefined || proxy !== undefined) return
  throw new SettingsError([
    'Production needs https: set ROSTER_TLS_CERT and ROSTER_TLS_KEY, or ROSTER_TRUST_PROXY for a proxy that terminates TLS and sends X-Forwarded-Proto.',
  ])
}
