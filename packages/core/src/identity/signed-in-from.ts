import { isIP } from 'node:net'
import type { Context } from '../operation/context.ts'
import { plainUserAgent } from '../contract/user-agent.ts'

/** The caller, as the network sees it. */
export type Caller = Pick<Context, 'address' | 'userAgent'>

/** Returns the columns for the address and the program of a sign-in. Null when unknown. */
export function signedInFrom({ address, userAgent }: Caller) {
  return { address: plainAddress(address), user_agent: plainUserAgent(userAgent) }
}

const MAPPED = /^::ffff:(?=[\d.]+$)/i
const ZONE = /%.*$/

/** Returns an IP address without its IPv4 mapping and zone; null for other text that a proxy may send. */
function plainAddress(text: string): string | null {
  const address = text.replace(MAPPED, '').replace(ZONE, '')
  return isIP(address) ? address : null
}
