import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { obey } from '../serve.ts'

const { app } = await import(`${process.env['APPLICATION']}/app.ts`)

const handler = new OpenAPIHandler(app)
const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })

let document: Promise<string> | undefined
const makeDocument = async () =>
  JSON.stringify(await generator.generate(app, { info: { title: 'Large', version: '1' } }))

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/openapi.json') {
    response.setHeader('content-type', 'application/json').end(await (document ??= makeDocument()))
    return
  }
  const { matched } = await handler.handle(request, response, { prefix: '/api' })
  if (!matched) response.writeHead(404).end()
}

const server = createServer((request, response) => void respond(request, response))
server.listen(0, '127.0.0.1', () => obey((server.address() as AddressInfo).port, {}))
