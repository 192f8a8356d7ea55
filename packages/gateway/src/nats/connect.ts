import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node'

/** Timeout of a connection, and of an answer, in milliseconds. */
export const PATIENCE = 2_000

/** Interval of pings on a connection, in milliseconds. A connection with two unanswered pings is lost. */
const PING = 1_000

/**
 * Connects to one of the servers that a URL names, `nats://user:password@host:4222,nats://other:4222`, with the credentials of the first. `tls:` requires TLS;
 * with `nats:`, TLS is used if the server offers it. A lost connection is not renewed.
 */
export async function connectTo(url: string, name: string): Promise<NatsConnection> {
  const { connect } = await import('@nats-io/transport-node')
  const servers = url.split(',').map((one) => new URL(one))
  return connect({
    servers: servers.map(({ host }) => host),
    ...credentialsOf(servers[0]!),
    ...(servers.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    name,
    reconnect: false,
    timeout: PATIENCE,
    pingInterval: PING,
    maxPingOut: 2,
  })
}

/** Returns a user and a password, or a token when the URL has a user alone. */
function credentialsOf({ username, password }: URL): ConnectionOptions {
  const user = decodeURIComponent(username)
  if (user === '') return {}
  return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }
}
