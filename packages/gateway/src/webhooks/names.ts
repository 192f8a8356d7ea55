import { lookup, Resolver } from 'node:dns/promises'

/** Finds all addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>

/** Timeout of each name server, in milliseconds. */
const TIMEOUT = 2_000

/** Most names that wait for the system. More are refused. */
const LONGEST_QUEUE = 100

type NameServers = Pick<Resolver, 'resolve4' | 'resolve6'>

const ownServers = (): NameServers => new Resolver({ timeout: TIMEOUT, tries: 1 })

/** Returns a resolver that asks the name servers of this machine, over sockets. All look-ups run at once, however many and slow. */
export function nameServers(open = ownServers): Resolve {
  return async (host) => {
    const servers = open()
    const [four, six] = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []))
  }
}

const bySystem: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** Duration from which on a look-up is slow, in milliseconds. */
const SLOW = 2_000

/** How long the result of a slow look-up is kept, in milliseconds. */
const HOLDS = 60_000

/**
 * Returns a resolver that asks the system for one name after the other. The system also knows its hosts file and search domains. A slow look-up keeps one of
 * the two threads that the process has for all names, those of its database included. Its result is kept for a minute, so that retries do not delay other
 * look-ups.
 */
export function systemInTurn(ask = bySystem): Resolve {
  const known = new Map<string, Promise<string[]>>()
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  async function lookUp(host: string): Promise<string[]> {
    const start = performance.now()
    try {
      return await ask(host)
    } finally {
      waiting--
      if (performance.now() - start < SLOW) known.delete(host)
      else setTimeout(() => known.delete(host), HOLDS).unref()
    }
  }
  return async (host) => {
    const same = known.get(host)
    if (same) return same
    if (waiting >= LONGEST_QUEUE) throw new Error(`${host} was not looked up: too many names that are slow wait.`)
    waiting++
    const found = last.then(() => lookUp(host))
    known.set(host, found)
    last = found.catch(() => {})
    return found
  }
}
