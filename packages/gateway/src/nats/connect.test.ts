import { lacksNats, startNats } from '@roster/test/nats-server'
import { expect, test } from 'vitest'
import { connectTo } from './connect.ts'

const CREDENTIALS: [what: string, flags: string[], inUrl: string][] = [
  ['a user and a password', ['--user', 'ros:ter', '--pass', 'p@ss/w%rd'], 'ros%3Ater:p%40ss%2Fw%25rd'],
  ['a token', ['--auth', 't@ken%'], 't%40ken%25'],
]

test.skipIf(lacksNats).each(CREDENTIALS)('the first URL tells %s for every server', async (_, flags, inUrl) => {
  const server = await startNats({ jetstream: false, flags })
  try {
    for (const url of [server.url.replace('//', `//${inUrl}@`), `nats://${inUrl}@127.0.0.1:1,${server.url}`]) {
      const connection = await connectTo(url, 'roster')
      expect(connection.getServer()).toBe(server.url.replace('nats://', ''))
      await connection.close()
    }
    await expect(connectTo(server.url, 'roster')).rejects.toThrow(/authorization/i)
  } finally {
    await server.stop()
  }
})

test.skipIf(lacksNats)('tls: is not given a connection without it', async () => {
  const server = await startNats({ jetstream: false })
  try {
    await expect(connectTo(server.url.replace('nats:', 'tls:'), 'roster')).rejects.toThrow(/tls/i)
  } finally {
    await server.stop()
  }
})
