import type { IncomingMessage } from 'node:http'

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/** Returns a list of addresses without the ports and brackets that some proxies add. */
export const withoutPorts = (addresses: string): string =>
  addresses
    .split(',')
    .map((address) => address.trim().replace(WITH_PORT, '$1$2'))
    .join(', ')

/** Removes the ports from the addresses in `X-Forwarded-For` before other code reads them: with its port, each connection would count as an address. */
export function cutPorts({ headers }: IncomingMessage): void {
  const addresses = headers['x-forwarded-for']
  if (addresses !== undefined) headers['x-forwarded-for'] = withoutPorts(String(addresses))
}
