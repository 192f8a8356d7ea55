import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { contains, isPublic, listOf } from './addresses.ts'
import { nameServers, type Resolve, systemInTurn } from './names.ts'
import { NOT_HTTPS, NOT_PUBLIC, NOT_RESOLVED, specialHost } from './special-addresses.ts'

/** How long a name may take to resolve when an endpoint is registered, in milliseconds. It is looked up again for every connection. */
const PATIENCE = 2_000

export interface DestinationOptions {
  /** Ranges that deliveries may go to although they are not public, also over plain http. Default: none. */
  allow?: readonly string[] | undefined
  /** Default: the system where there are exceptions, whose names only it may know, else its name servers. */
  resolve?: Resolve | undefined
}

/** Where deliveries may go. */
export class Destinations {
  readonly #allowed
  readonly #hasExceptions: boolean
  readonly #resolve: Resolve

  /** Throws for an allowed range that is none. */
  constructor({ allow = [], resolve = allow.length > 0 ? systemInTurn() : nameServers() }: DestinationOptions = {}) {
    this.#allowed = listOf(allow)
    this.#hasExceptions = allow.length > 0
    this.#resolve = async (host) => specialHost(host) ?? resolve(host)
  }

  /** Whether a connection to an address may be made: over https to public ones, and to those that are allowed in any case. */
  permits(protocol: string, address: string): boolean {
    return contains(this.#allowed, address) || (protocol === 'https:' && isPublic(address))
  }

  /** The addresses of a host that a connection may be made to. A host that is an address is its own only one. */
  async addressesOf(protocol: string, host: string): Promise<string[]> {
    const addresses = isIP(bare(host)) === 0 ? await this.#resolve(host) : [bare(host)]
    return addresses.filter((address) => this.permits(protocol, address))
  }

  /**
   * What is wrong with an address as the target of deliveries; undefined when they may go there. A name must not lead to any address that is
   * not permitted. One that does not resolve now may do so later, and is looked at then; `localhost` and the names of metadata services lead to
   * where they always do.
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

/** A host without the brackets that URLs write around IPv6 addresses. */
const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1')
