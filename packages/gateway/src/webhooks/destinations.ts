import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { contains, isPublic, listOf } from './addresses.ts'
import { nameServers, type Resolve, systemInTurn } from './names.ts'
import { NOT_HTTPS, NOT_PUBLIC, NOT_RESOLVED, specialHost } from './special-addresses.ts'

/** How long a name may take to resolve when an endpoint is registered, in milliseconds. The name is resolved again for every connection. */
const PATIENCE = 2_000

export interface DestinationOptions {
  /** Ranges that deliveries may go to although they are not public, also over plain http. Default: none. */
  allow?: readonly string[] | undefined
  /** Resolves names. Default: the system when `allow` has ranges, since only the system may know their names; otherwise its name servers. */
  resolve?: Resolve | undefined
}

/** The addresses that deliveries may go to. */
export class Destinations {
  readonly #allowed
  readonly #hasExceptions: boolean
  readonly #resolve: Resolve

  /** Throws when an entry of `allow` is no address or range. */
  constructor({ allow = [], resolve = allow.length > 0 ? systemInTurn() : nameServers() }: DestinationOptions = {}) {
    this.#allowed = listOf(allow)
    this.#hasExceptions = allow.length > 0
    this.#resolve = async (host) => specialHost(host) ?? resolve(host)
  }

  /** Whether a connection to an address is permitted: to public addresses over https, to allowed ones over any protocol. */
  permits(protocol: string, address: string): boolean {
    return contains(this.#allowed, address) || (protocol === 'https:' && isPublic(address))
  }

  /** Returns the permitted addresses of a host. A host that is an address resolves to itself. */
  async addressesOf(protocol: string, host: string): Promise<string[]> {
    const addresses = isIP(bare(host)) === 0 ? await this.#resolve(host) : [bare(host)]
    return addresses.filter((address) => this.permits(protocol, address))
  }

  /**
   * Returns what is wrong with a URL as the target of deliveries; undefined when deliveries may go there. All addresses of a name must be permitted. A name
   * that does not resolve now may do so later, and is checked then. `localhost` and the names of metadata services have fixed addresses.
   */
  async refusal({ protocol, hostname }: URL): Promise<string | undefined> {
    const addresses = await this.#known(bare(hostname))
    if (addresses.length > 0 && addresses.every((address) => this.permits(protocol, address))) return undefined
    if (protocol !== 'https:') return addresses.length === 0 && this.#hasExceptions ? NOT_RESOLVED : NOT_HTTPS
    return addresses.length === 0 ? undefined : NOT_PUBLIC
  }

  #known(host: string): Promise<string[]> {
    if (isIP(host) !== 0) return Promise.resolve([host])
    return Promise.race([this.#resolve(host), wait(PATIENCE, [], { ref: false })]).catch(() => [])
  }
}

/** Returns a host without the brackets that URLs write around IPv6 addresses. */
const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1')
