import { lookup, Resolver } from 'node:dns/promises'

/** Finds all addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>

/** How long each name server is given, in milliseconds. */
const TIMEOUT = 2_000

/** How many names may wait for the system, before others are refused. */
const LONGEST_QUEUE = 100

/** Asks the name servers of this machine, by sockets: as many names at once as there are, however slow. */
export const askNameServers: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: TIMEOUT, tries: 1 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []))
}

/**
 * Makes what asks the system, which knows its file of hosts and its search domains too: one name after the other. Each that is slow keeps a thread
 * of the process, which has two for all names, those of its own database among them.
 */
export function systemInTurn(): Resolve {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (host) => {
    if (waiting >= LONGEST_QUEUE) throw new Error(`${host} was not looked up: too many names that are slow wait.`)
    waiting++
    const found = last.then(() => lookup(host, { all: true })).finally(() => waiting--)
    last = found.catch(() => {})
    return (await found).map(({ address }) => address)
  }
}
