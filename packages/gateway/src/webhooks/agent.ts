import { isIP, type LookupFunction } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { boundAnswers } from './bound-answers.ts'
import type { Destinations } from './destinations.ts'

/** Thrown for a connection to a destination that is not permitted. */
export class ForbiddenDestination extends Error {
  override readonly name = 'ForbiddenDestination'

  constructor(host: string) {
    super(`Deliveries must not go to ${host}: it leads to no address that is permitted.`)
  }
}

/** Certificates that are trusted in place of the system's, as PEM. */
export interface Trust {
  ca?: string | undefined
}

/**
 * Returns an agent that connects to permitted addresses only. A name is resolved for each connection, and exactly the checked addresses are used, so that a DNS
 * answer that changes in between has no effect. Only processes that send load the HTTP client.
 */
export async function openGuardedAgent(destinations: Destinations, trust: Trust = {}): Promise<Agent> {
  const undici = await import('undici')
  const connectorFor = (protocol: string) =>
    undici.buildConnector({ ...trust, lookup: permittedLookup(protocol, destinations) })
  const connectors = { 'http:': connectorFor('http:'), 'https:': connectorFor('https:') }
  const connect: buildConnector.connector = (options, callback) => {
    const { protocol, hostname } = options
    // An address needs no look-up, so it is checked here.
    if (isIP(hostname) !== 0 && !destinations.permits(protocol, hostname))
      return callback(new ForbiddenDestination(hostname), null)
    return connectors[protocol as keyof typeof connectors](options, (...connected) => {
      const [, socket] = connected
      if (socket) boundAnswers(socket)
      callback(...connected)
    })
  }
  return new undici.Agent({ connect })
}

/** Returns a DNS look-up that finds permitted addresses only. Fails with `ForbiddenDestination` when there are none. */
function permittedLookup(protocol: string, destinations: Destinations): LookupFunction {
  const permitted = async (host: string) => {
    const addresses = await destinations.addressesOf(protocol, host)
    if (addresses.length === 0) throw new ForbiddenDestination(host)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
  return (host, { all }, callback) => {
    permitted(host).then(
      (addresses) => (all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)),
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}
