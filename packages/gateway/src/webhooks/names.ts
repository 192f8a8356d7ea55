import { lookup, Resolver } from 'node:dns/promises'

/** Finds all addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>

/** How long each name server is given, in milliseconds. */
const TIMEOUT = 2_000

/** How many names may wait for the system, before others are refused. */
const LONGEST_QUEUE = 100

type NameServers = Pick<Resolver, 'resolve4' | 'resolve6'>

const ownServers = (): NameServers => new Resolver({ timeout: TIMEOUT, tries: 1 })

/** Makes what asks the name servers of this machine, by sockets: as many names at once as there are, however slow. */
export function nameServers(open = ownServers): Resolve {
  return async (host) => {
    const servers = open()
    const [four, six] = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []))
  }
}

const bySystem: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** From when on a look-up was slow, in milliseconds. */
const SLOW = 2_000

/** How long what came of a slow look-up holds, in milliseconds. */
const HOLDS = 60_000

/**
 * Makes what asks the system, which knows its file of hosts and its search domains too: one name after the other. Each that is slow keeps a thread
 * of the process, which has two for all names, those of its own database among them; it is not asked for again within a minute, lest its retries hold up others.
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
