import { hash, randomBytes } from 'node:crypto'
import type { Signer } from '@roster/core/server'
import { parseCookie, stringifySetCookie } from 'cookie'
import { cookieName, isHttps } from '../naming/cookie-name.ts'
import type { Site } from '../naming/site.ts'

/** How long a browser is known after its last sign-in, in seconds. */
const LIFETIME = 365 * 24 * 60 * 60

/** Accounts that one browser is known for at once: those of its last sign-ins. */
const MAX_ACCOUNTS = 5

/** A browser, and the accounts that have been signed in to with it, the last one first. */
interface Device {
  id: string
  accounts: SignedIn[]
}

/** A sign-in: hashes of the account's name and of what it was signed in to with, and when that was, in seconds since the epoch. */
interface SignedIn {
  account: string
  credentials: string
  at: number
}

/** What tells whether a sign-in is still one. */
interface Present {
  /** Names what an account is signed in to with; undefined where there is no such account. */
  credentialsOf: (account: string) => Promise<string | undefined>
  /** In milliseconds. */
  now: () => number
}

/** A browser that has signed in to an account. */
export interface KnownBrowser {
  id: string
  /** Whether what it signed in with is what the account is signed in to with now. */
  isCurrent: boolean
}

/** Knows browsers that have signed in before by a cookie ("device cookies" of OWASP's Authentication Cheat Sheet). */
export interface DeviceCookies {
  /** The browser whose cookies these are; undefined where it has not signed in to this account before. */
  known(account: string, cookies: string | undefined): Promise<KnownBrowser | undefined>
  /** `Set-Cookie` for a browser that has signed in to an account now, and has these cookies. */
  remember(account: string, cookies: string | undefined): Promise<string>
}

/** The cookie proves nothing else, outlives sign-outs, and holds a hash in place of the account's name. No script can read it. */
export function deviceCookies(signer: Signer, site: Site, { credentialsOf, now }: Present): DeviceCookies {
  const name = cookieName('device', site)
  const seconds = () => Math.floor(now() / 1_000)

  function read(cookies = ''): Device | undefined {
    const content = signer.open(parseCookie(cookies)[name] ?? '')
    return content === undefined ? undefined : (JSON.parse(content) as Device)
  }

  const currentHash = async (account: string) => hashOf((await credentialsOf(account)) ?? '')

  return {
    async known(account, cookies) {
      const device = read(cookies)
      const last = device?.accounts.find((signedIn) => signedIn.account === hashOf(account))
      if (!device || !last || seconds() >= last.at + LIFETIME) return undefined
      return { id: device.id, isCurrent: last.credentials === (await currentHash(account)) }
    },

    // A browser keeps its identifier, and with it its count: a new one for each sign-in to any account would be a new count for all of them.
    async remember(account, cookies) {
      const { id = randomBytes(16).toString('base64url'), accounts = [] } = read(cookies) ?? {}
      const last: SignedIn = { account: hashOf(account), credentials: await currentHash(account), at: seconds() }
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
