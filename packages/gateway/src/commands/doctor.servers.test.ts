import { randomUUID } from 'node:crypto'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
import { copyDatabase, onPostgres } from '@roster/test/database'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { doctor } from './doctor.ts'
import { examineDatabase } from './examine-database.ts'

/** Starts a server that deals with each piece that it is sent, and returns its port. */
async function serve(answer: (connection: Socket, said: string) => void, greeting = ''): Promise<number> {
  const server = createServer((connection) => {
    connection.on('error', () => {}).on('data', (said) => answer(connection, String(said)))
    connection.write(greeting)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** What the doctor says of a service that was never started, between its settings and its database. */
async function consult(environment: Record<string, string>): Promise<string[]> {
  const said: string[] = []
  const call = { words: [], options: {}, say: (line: string) => void said.push(line), show: () => {} }
  const nowhere = { ROSTER_DATA_DIR: join(tmpdir(), `roster-${randomUUID()}`), ...environment }
  await doctor.run({ application, environment: nowhere, ...call }).catch((error: Error) => said.push(error.message))
  return said.filter((line) => !/settings|There is no database/.test(line))
}

test.each([
  ['counts', '+OK', ['✓ Redis answers.']],
  [
    'is a replica',
    "-READONLY You can't write against a read only replica.",
    [
      "✗ Redis answers and does not count. It must be no replica and no cluster, have memory left, and let the user of REDIS_URL count. (READONLY You can't write against a read only replica.)",
      'One thing is to be mended.',
    ],
  ],
])('what is found of Redis that %s', async (_what, counted, found) => {
  const port = await serve((connection, said) => {
    const commands = said.split(/^\*\d+\r\n/m).slice(1)
    const answers: Record<string, string> = { EVAL: counted, EXEC: '*2\r\n+0\r\n:1' }
    for (const command of commands) connection.write(`${answers[command.split('\r\n')[1]!] ?? '+OK'}\r\n`)
  })
  expect(await consult({ REDIS_URL: `redis://127.0.0.1:${port}` })).toEqual(found)
})

const GREETING = { server_id: 'it', version: '2.14.0', proto: 1, headers: true, max_payload: 1_048_576 }

test('a broker that keeps no events is told, with what to do', async () => {
  const port = await serve(
    (connection, said) => {
      if (said.includes('PING')) connection.write('PONG\r\n')
      const [, inbox] = /PUB \$JS\.API\.INFO (\S+)/.exec(said) ?? []
      if (inbox) connection.write(`HMSG ${inbox} 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n`)
    },
    `INFO ${JSON.stringify(GREETING)}\r\n`,
  )
  const found = await consult({
    DATABASE_URL: 'postgres://127.0.0.1:1/roster',
    ROSTER_SECRET: randomBytes(32).toString('base64'),
    ROSTER_EVENTS_URL: `nats://127.0.0.1:${port}`,
  })
  expect(found[0]).toMatch(
    /^✗ ROSTER_EVENTS_URL: the broker has no JetStream\. Start nats-server with --jetstream, or enable it for this account\. \(.+\)$/,
  )
  expect(found.at(-1)).toBe('2 things are to be mended.')
})

test.runIf(onPostgres)('a pooler is told, with what a service lacks behind it', async () => {
  const { database, drop } = await copyDatabase()
  onTestFinished(() => drop())
  const pooled = { ...database, pooling: 'transaction', hears: false } as const
  const settings = readSettings(application.naming, {})
  const findings = await examineDatabase(pooled, { application, settings, called: (name) => name })
  expect(findings.slice(1, 3)).toEqual([
    { kind: 'fine', text: 'A pooler in transaction mode stands before it.' },
    { kind: 'warning', text: expect.stringMatching(/^DATABASE_URL leads to a pooler .* Set DATABASE_DIRECT_URL to /) },
  ])
})
