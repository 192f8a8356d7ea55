import { application } from '@roster/test/application'
import { expect, test } from 'vitest'
import { streamsOf } from '../operations/performers.ts'
import { buildDocument } from './document.ts'
import { socketPaths } from './sockets.ts'

test('the channels of sockets are those of the resources, and of whose records a role sees', () => {
  const streams = streamsOf(application.router).map(({ operation }) => operation)
  const paths = socketPaths(streams, {}, { channels: ['notes'], roles: ['editor', 'viewer'] })
  expect(paths['/ws']!.get!.description).toContain(
    'Channels: `notes`, `notes.<user_id>`, `system` (everything else) and `lobby`. An editor has those of its own record. A viewer has those of its own record.',
  )
})

test.each([
  ['http://localhost:3000', ''],
  ['https://api.example.com', ' Plain HTTP is led to https with 308 (GET, HEAD) or refused with 403 `https-required`.'],
])('what becomes of plain HTTP is told where there is https: %s', async (baseUrl, more) => {
  const { servers } = await buildDocument({ ...application, baseUrl })
  expect(servers).toEqual([
    {
      url: baseUrl,
      description: `The service that gave this document, local or in production.${more}`,
      'x-internal': false,
    },
  ])
})
