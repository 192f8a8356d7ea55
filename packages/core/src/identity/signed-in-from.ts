import { isIP } from 'node:net'
import type { Context } from '../operation/context.ts'
import { plainUserAgent } from '../contract/user-agent.ts'

/** Who calls, as far as the network tells. */
export type Caller = Pick<Context, 'address' | 'userAgent'>

/** The columns that say from where, and by which program, somebody signed in. Null is what is not known. */
export function signedInFrom({ address, userAgent }: Caller) {
  return { address: plainAddress(address), user_agent: plainUserAgent(userAgent) }
}

const MAPPED = /^::ffff:(?=[\d.]+$)/i
const ZONE = /%.*$/

/** An IP address without what only this machine knows it by. Proxies may say anything in its place. */
function plainAddress(text: string): string | null {
  const address = text.replace(MAPPED, '').replace(ZONE, '')
  return isIP(address) ? address : null
}
