import { agentOf } from '@roster/test/agent'
import { exampleSecretOf } from '@roster/test/examples'
import { startService } from '@roster/test/service'
import { fill } from '../support/subject.ts'
import { agentSuite } from '../support/suites/agent-tools.ts'
import { expect, test } from 'vitest'
import { library } from './library.ts'

agentSuite(library)

test('its own operations are tools, and its own records resources under its name', async () => {
  const { application, open } = library
  const service = await startService({ application, open, mcp: true })
  await fill(service)
  const agent = await agentOf(service.app, { 'x-api-key': exampleSecretOf(application) })
  const { body } = await agent.call('find_books')
  const uri = `library://books/${body.data[0].id}`
  const { contents } = await agent.client.readResource({ uri })
  expect(JSON.parse((contents[0] as { text: string }).text)).toEqual((await agent.call('get_book', { book_id: body.data[0].id })).body) // prettier-ignore
  await service.stop()
})
