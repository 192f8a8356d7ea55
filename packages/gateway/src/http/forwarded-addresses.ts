import type { IncomingMessage } from 'node:http'

const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/** Addresses in a list without the ports and brackets that some proxies write with them. */
export const withoutPorts = (addresses: string): string =>
  addresses
    .split(',')
    .map((address) => address.trim().replace(WITH_PORT, '$1$2'))
    .join(', ')

/** Makes the addresses that a request was forwarded for plain ones, before anybody reads them: with its port, each connection would be an address. */
export function cutPorts({ headers }: IncomingMessage): void {
  const addresses = headers['x-forwarded-for']
  if (addresses !== undefined) headers['x-forwarded-for'] = withoutPorts(String(addresses))
}
