import type { FastifyInstance } from 'fastify'
import { type SendStatic, staticText } from '../http/static-text.ts'
import type { DocumentOptions } from './document.ts'
import { referencePage, referencePolicy, referenceScript } from './reference.ts'

/**
 * Serves the OpenAPI document at `/openapi.json` and `/openapi.yaml`, and the API reference at `/docs`. The document and the reference's
 * script are made at the first request for them: neither starting nor serving operations waits for them or holds them in memory.
 */
export function serveDocument(app: FastifyInstance, options: DocumentOptions): void {
  const document = once(() => import('./document.ts').then(({ documentOf }) => documentOf(options)))
  const policy = referencePolicy(options.baseUrl)

  serve(app, '/openapi.json', 'application/json', async () => (await document()).json)
  serve(app, '/openapi.yaml', 'application/yaml', async () => (await document()).yaml)
  serve(app, '/docs', 'text/html', async () => referencePage, { 'content-security-policy': policy })
  serve(app, '/docs/scalar.js', 'text/javascript', referenceScript, { 'cache-control': 'public, max-age=3600' })
}

function serve(app: FastifyInstance, path: string, type: string, content: () => Promise<string>, headers = {}): void {
  const sender = once<SendStatic>(async () => staticText(await content()))
  app.get(path, async (request, reply) => {
    const send = await sender()
    reply.headers({ 'cache-control': 'no-cache', ...headers }).type(`${type}; charset=utf-8`)
    return send(request, reply)
  })
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
