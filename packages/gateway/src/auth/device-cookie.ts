import { hash, randomBytes } from 'node:crypto'
import type { Query, Signer } from '@roster/core/server'
import { parseCookie, stringifySetCookie } from 'cookie'
import { cookieName, isHttps } from '../naming/cookie-name.ts'
import type { Site } from '../naming/site.ts'

/** How long a browser is known after its last sign-in, in seconds. */
const LIFETIME = 365 * 24 * 60 * 60

/** Maximum number of accounts in one device cookie: those of the latest sign-ins. */
const MAX_ACCOUNTS = 5

/** A browser with the accounts that it has signed in to, the latest first. */
interface Device {
  id: string
  accounts: SignedIn[]
}

/** A sign-in: the hash of the account's name, the hash of its credentials, and the time in seconds since the epoch. */
interface SignedIn {
  account: string
  credentials: string
  at: number
}

/** The present state that stored sign-ins are compared with. */
interface Present {
  /** Reads a text that identifies the account's credentials, or undefined when there is no such account. */
  credentialsOf: (query: Query, account: string) => Promise<string | undefined>
  /** Returns the time in milliseconds since the epoch. */
  now: () => number
}

/** A browser that makes an attempt. */
export interface AttemptingBrowser {
  /** The header `Cookie` of the request. */
  cookies: string | undefined
  /** Reads the database: where the attempt is part of a transaction, inside it. */
  query: Query
}

/** A browser that has signed in to an account. */
export interface KnownBrowser {
  id: string
  /** Whether the browser's last sign-in used the account's current credentials. */
  isCurrent: boolean
}

/** Recognizes browsers that have signed in before, by a cookie ("device cookies" of OWASP's Authentication Cheat Sheet). */
export interface DeviceCookies {
  /** Returns the browser, or undefined when it has not signed in to this account before. */
  known(account: string, by: AttemptingBrowser): Promise<KnownBrowser | undefined>
  /** Returns the `Set-Cookie` header that records a sign-in to an account. */
  remember(account: string, by: AttemptingBrowser): Promise<string>
}

/**
 * Returns the device cookies of a site. The cookie proves only past sign-ins, survives sign-outs, and holds a hash of the account's name. Scripts
 * cannot read it.
 */
export function deviceCookies(signer: Signer, site: Site, { credentialsOf, now }: Present): DeviceCookies {
  const name = cookieName('device', site)
  const seconds = () => Math.floor(now() / 1_000)

  function read(cookies = ''): Device | undefined {
    const content = signer.open(parseCookie(cookies)[name] ?? '')
    return content === undefined ? undefined : (JSON.parse(content) as Device)
  }

  const currentHash = async (query: Query, account: string) => hashOf((await credentialsOf(query, account)) ?? '')

  return {
    async known(account, { cookies, query }) {
      const device = read(cookies)
      const last = device?.accounts.find((signedIn) => signedIn.account === hashOf(account))
      if (!device || !last || seconds() >= last.at + LIFETIME) return undefined
      return { id: device.id, isCurrent: last.credentials === (await currentHash(query, account)) }
    },

    // A browser keeps its identifier, and so its count of failures: a new identifier at each sign-in would reset the count for every account.
    async remember(account, { cookies, query }) {
      const { id = randomBytes(16).toString('base64url'), accounts = [] } = read(cookies) ?? {}
      const last: SignedIn = { account: hashOf(account), credentials: await currentHash(query, account), at: seconds() }
      const others = accounts.filter((signedIn) => signedIn.account !== last.account)
      const value = signer.sign(
        JSON.stringify({ id, accounts: [last, ...others].slice(0, MAX_ACCOUNTS) } satisfies Device),
      )
      const attributes = {
        path: '/',
        httpOnly: true,
        secure: isHttps(site.baseUrl),
        sameSite: 'lax',
        maxAge: LIFETIME,
      } as const
      return stringifySetCookie({ name, value, ...attributes })
    },
  }
}

const hashOf = (name: string) => hash('sha256', name, 'base64url')
