import { isIP, type LookupFunction } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import type { Destinations } from './destinations.ts'

/** A connection was refused because of where it leads to. */
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
 * Makes connections to permitted addresses only. What a name leads to is looked at when it is connected to, and exactly those addresses
 * are used, so that no answer of a name server that changes in between gets by. The HTTP client is loaded for those who send.
 */
export async function openGuardedAgent(destinations: Destinations, trust: Trust = {}): Promise<Agent> {
  const undici = await import('undici')
  const connectorFor = (protocol: string) =>
    undici.buildConnector({ ...trust, lookup: permittedLookup(protocol, destinations) })
  const connectors = { 'http:': connectorFor('http:'), 'https:': connectorFor('https:') }
  const connect: buildConnector.connector = (options, callback) => {
    const { protocol, hostname } = options
    // No name, no look-up.
    if (isIP(hostname) !== 0 && !destinations.permits(protocol, hostname))
      return callback(new ForbiddenDestination(hostname), null)
    return connectors[protocol as keyof typeof connectors](options, callback)
  }
  return new undici.Agent({ connect })
}

/** Looks a name up, and finds those of its addresses that are permitted. */
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
