import { hash } from 'node:crypto'
import { STYLE } from './style.ts'

/** Origins that may stand in a policy as they are. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/

/**
 * Returns the Content-Security-Policy of a page: its own style and images, and nothing else. `formActions` are the addresses that its form may lead to through
 * redirects, such as a client's redirect address: browsers check redirects after a POST against `form-action` (CSP 3, section 6.4.2).
 */
export function pagePolicy({ formActions = [] }: { formActions?: string[] } = {}): string {
  const targets = new Set(formActions.map(sourceOf))
  return [
    "default-src 'none'",
    `style-src ${styleSource(STYLE)}`,
    "img-src 'self' data:",
    ["form-action 'self'", ...targets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/**
 * Returns the policy of a page with a script: scripts of this service and requests to it, its styles, and nothing else. Browsers never send the forms of the
 * page, and no text becomes HTML (Trusted Types).
 */
export function scriptedPagePolicy(style: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src ${styleSource(STYLE)} ${styleSource(style)}`,
    "img-src 'self' data:",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const styleSource = (style: string) => `'sha256-${hash('sha256', style, 'base64')}'`

/** Returns the policy source of an address: its origin, or its scheme when a policy can't hold the origin (an app's own scheme, an IPv6 address). */
function sourceOf(address: string): string {
  const { origin, protocol } = new URL(address)
  return PLAIN_ORIGIN.test(origin) ? origin : protocol
}
