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
  accounts: string[]
}

/** Knows browsers that have signed in before by a cookie ("device cookies" of OWASP's Authentication Cheat Sheet). */
export interface DeviceCookies {
  /** The browser whose cookies these are; undefined where it has not signed in to this account before. */
  known(account: string, cookies: string | undefined): string | undefined
  /** `Set-Cookie` for a browser that has signed in to an account now, and has these cookies. */
  remember(account: string, cookies: string | undefined): string
}

/** The cookie proves nothing else, outlives sign-outs, and holds a hash in place of the account's name. No script can read it. */
export function deviceCookies(signer: Signer, site: Site): DeviceCookies {
  const name = cookieName('device', site)

  function read(cookies = ''): Device | undefined {
    const content = signer.open(parseCookie(cookies)[name] ?? '')
    return content === undefined ? undefined : (JSON.parse(content) as Device)
  }

  return {
    known(account, cookies) {
      const device = read(cookies)
      return device?.accounts.includes(nameOf(account)) ? device.id : undefined
    },

    // A browser keeps its identifier, and with it its count: a new one for each sign-in to any account would be a new count for all of them.
    remember(account, cookies) {
      const { id = randomBytes(16).toString('base64url'), accounts = [] } = read(cookies) ?? {}
      const all = [...new Set([nameOf(account), ...accounts])].slice(0, MAX_ACCOUNTS)
      const value = signer.sign(JSON.stringify({ id, accounts: all } satisfies Device))
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

const nameOf = (account: string) => hash('sha256', account, 'base64url')
