import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { AGENT_REDIRECT } from '@roster/test/client-documents'
import { destinations } from '@roster/test/destinations'
import { BASE_URL, startService } from '@roster/test/service'
import { describe, expect, test, vi } from 'vitest'

describe('where webhooks may go to this machine', () => {
  /** Whether a service at this address connects to this machine for a document there. */
  async function isAskedFor(baseUrl: string): Promise<boolean> {
    const connected = vi.fn<() => void>()
    const server = createServer((socket) => {
      connected()
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client_id = `https://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`
    expect(await destinations.refusal(new URL(client_id))).toBeUndefined()
    const service = await startService({ mcp: true, baseUrl })
    const asking = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: AGENT_REDIRECT })
    const { body } = await service.anonymous.rest(`GET /authorize?${asking.toString()}`)
    expect(body).toContain('<code>invalid_client</code>')
    await service.stop()
    server.close()
    return connected.mock.calls.length > 0
  }

  test('no document is read from it: anybody names one', async () => {
    expect(await isAskedFor(BASE_URL)).toBe(false)
  })

  test('documents are read from it by a service that is known nowhere else', async () => {
    expect(await isAskedFor('http://127.0.0.1:3000')).toBe(true)
  })
})
