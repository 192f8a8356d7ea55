import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { retireWhenTold } from './retire.ts'

const heard = process.listeners('message')
afterEach(() => {
  for (const listener of process.listeners('message')) if (!heard.includes(listener)) process.off('message', listener)
})

test('a worker that retires answers what it has begun, stops after that, and sends itself no signal', async () => {
  const app = Fastify()
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  app.get('/', () => {
    asked.resolve()
    return answer.promise
  })
  const [stop, kill] = [vi.fn<() => void>(), vi.spyOn(process, 'kill').mockReturnValue(true)]
  retireWhenTold(app, stop)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const request = get(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`, { agent: false })
  await asked.promise
  for (const listener of process.listeners('message'))
    if (!heard.includes(listener)) listener({ kind: 'retire' }, undefined)
  answer.resolve('late')
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(stop).not.toHaveBeenCalled()
  response.resume()
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce(), 5_000)
  expect(kill).not.toHaveBeenCalled()
  kill.mockRestore()
  await app.close()
})
