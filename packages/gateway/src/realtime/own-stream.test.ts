import { implement, onStream } from '@roster/core'
import { resource, streamOperation } from '@roster/core/contract'
import { type Entry, proceduresOf, router } from '@roster/core/server'
import { application as roster } from '@roster/api'
import { application } from '@roster/test/application'
import { startService } from '@roster/test/service'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildDocument } from '../openapi/document.ts'

const contract = resource({
  name: 'alarms',
  title: 'Alarms',
  description: 'What rings.',
  events: {},
  operations: {
    follow: streamOperation({
      path: '/v1/alarms/stream',
      summary: 'Follow alarms',
      description: 'Alarms as they ring.',
      scope: 'any',
      query: { after: z.string().optional() },
      output: z.object({ rang: z.string() }).meta({ id: 'RungAlarm', description: 'An alarm.' }),
    }),
  },
})

const entry = { cursor: '1:1', id: 'evt_1', json: '{"secret":"swordfish"}' } as Entry

const alarms = implement(contract, {
  entities: [],
  procedures: {
    follow: onStream(contract.operations.follow, {
      follow: async () => ({
        cursor: '1:0',
        reset: false,
        hasPassed: false,
        batches: (async function* () {
          yield [entry]
        })(),
      }),
      itemOf: ({ id }) => ({ rang: id }),
    }),
  },
})

const procedures = { ...proceduresOf({ alarms }), ...proceduresOf(roster.resources) }

test('a stream of an application carries its items over REST, and nothing else of their entries', async () => {
  const service = await startService({ router: router(procedures) })
  const { status, body } = await service.admin.rest('GET /v1/alarms/stream')
  expect(status).toBe(200)
  expect(body).toBe('retry: 2000\nid: 1:0\n\nid: 1:1\ndata: {"rang":"evt_1"}\n\n')
  await service.stop()
})

test('sockets carry the events of the log, whichever stream comes first', async () => {
  const { paths, tags } = await buildDocument({
    ...application,
    router: router(procedures),
    resources: [contract, ...application.resources],
    baseUrl: 'http://localhost:3000',
  })
  expect(tags![0]).toMatchObject({ name: 'alarms' })
  const { tags: of, description, security } = paths!['/ws']!.get!
  expect(of).toEqual(['events'])
  expect(description).toContain(`Needs the scope \`${application.access.scopeFor.events}\`.`)
  expect(security).toEqual(paths!['/events']!.get!.security)
})
