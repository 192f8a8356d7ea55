import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/i

/** Headers that proxies add. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.+|x-envoy-.+|true-client-ip|cf-.+|client-cert)$/

/**
 * Whether a request was made on this machine, for this machine. A request that a proxy here passed on comes from elsewhere. Such a request has a
 * header that says so, names another host, or is HTTP/1.0, which nginx uses towards its upstreams by default.
 */
export function isMadeHere({
  ip,
  hostname,
  raw: { socket, httpVersionMajor, httpVersionMinor },
  headers,
}: FastifyRequest): boolean {
  const addresses = [ip, socket.remoteAddress]
  return (
    addresses.every((address) => address !== undefined && isLoopback(address)) &&
    LOOPBACK_NAME.test(hostname) &&
    !(httpVersionMajor === 1 && httpVersionMinor === 0) &&
    !Object.keys(headers).some((name) => FORWARDING.test(name))
  )
}

const isLoopback = (address: string) => LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
