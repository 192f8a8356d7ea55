import { Destinations } from '@roster/gateway'

/** Addresses to which host names resolve in tests. */
const NAMES: Record<string, string[]> = {
  'private.example': ['10.1.2.3'],
  'half-private.example': ['93.184.215.14', '169.254.169.254'],
  'mapped.example': ['::ffff:10.1.2.3'],
  'loopback.example': ['127.0.0.1'],
}

async function resolve(host: string): Promise<string[]> {
  if (host.endsWith('.invalid')) throw new Error(`${host} is not known.`)
  return NAMES[host] ?? ['93.184.215.14']
}

/** Allowed destinations of deliveries in tests: the public internet, which tests cannot reach, and the loopback interface over IPv4. */
export const destinations = new Destinations({ allow: ['127.0.0.0/8'], resolve })
