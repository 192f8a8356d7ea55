import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOpenApiHttpHandler, generateOpenApiDocument } from 'trpc-to-openapi'
import { obey } from '../serve.ts'

const { app: router } = await import(`${process.env['APPLICATION']}/app.ts`)

const handle = createOpenApiHttpHandler({
  router,
  createContext: undefined as never,
  responseMeta: undefined as never,
  onError: undefined as never,
})

let document: string | undefined
const makeDocument = () =>
  JSON.stringify(generateOpenApiDocument(router, { title: 'Large', version: '1', baseUrl: 'http://127.0.0.1/api' }))

const server = createServer((request, response) => {
  if (request.url === '/openapi.json') {
    response.setHeader('content-type', 'application/json').end((document ??= makeDocument()))
    return
  }
  request.url = request.url!.slice('/api'.length)
  void handle(request, response)
})
server.listen(0, '127.0.0.1', () => obey((server.address() as AddressInfo).port, {}))
