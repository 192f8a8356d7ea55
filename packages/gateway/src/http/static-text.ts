import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Coding, codingFor, encoded } from './compression.ts'
import { entityTag } from './entity-tag.ts'
import { madeOnce } from './made-once.ts'
import { isNotModified } from './preconditions.ts'

/** A text at its own path, the same for every client while the service runs: a document, a page, a script. */
export interface StaticText {
  path: string
  /** Media type without its charset, which is always UTF-8. */
  type: string
  /** Headers beside the content type and the entity tag. Default: `Cache-Control: no-cache`. */
  headers?: Record<string, string>
  /** Returns the text. Called at the first request for it. */
  content: () => Promise<string>
}

/** Serves texts at their paths. Each text is made at its first request, so neither the start nor operations wait for it or hold it in memory. */
export function serveTexts(app: FastifyInstance, texts: readonly StaticText[]): void {
  for (const { path, type, headers, content } of texts) {
    const sender = madeOnce(async () => staticText(await content()))
    app.get(path, async (request, reply) => {
      const send = await sender()
      reply.headers({ 'cache-control': 'no-cache', ...headers }).type(`${type}; charset=utf-8`)
      return send(request, reply)
    })
  }
}

/** Sends a text that stays the same while the service runs. The caller sets the content type and other headers. */
export type SendStatic = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Returns a sender of a text that is compressed once for each content coding, at the first request for it, and kept. Every coding has its strong
 * entity tag, by which reads are conditional.
 */
export function staticText(text: string): SendStatic {
  const codedOnce = onceEach((coding: Coding) => variantOf(text, coding))

  return async (request, reply) => {
    const coding = codingFor(request.headers['accept-encoding'], text)
    const { bytes, etag } = await codedOnce(coding)
    const isKnown = isNotModified(request.headers, { etag })
    reply.header('etag', etag)
    if (isKnown) return reply.code(304).removeHeader('content-type').send()
    if (coding !== 'identity') reply.header('content-encoding', coding)
    return reply.send(bytes)
  }
}

async function variantOf(text: string, coding: Coding): Promise<{ bytes: Buffer; etag: string }> {
  const bytes = coding === 'identity' ? Buffer.from(text) : await encoded(text, coding, 'small')
  return { bytes, etag: entityTag(text, coding) }
}

function onceEach<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const made = new Map<Key, () => Promise<Value>>()
  return (key) =>
    (
      made.get(key) ??
      made
        .set(
          key,
          madeOnce(() => make(key)),
        )
        .get(key)!
    )()
}
