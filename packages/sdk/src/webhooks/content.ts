import { WebhookVerificationError } from './error.ts'

const encoder = new TextEncoder()

/** The raw body as bytes, which are what is signed. */
export function bytesOf(rawBody: unknown): Uint8Array {
  if (rawBody instanceof Uint8Array) return rawBody
  if (typeof rawBody !== 'string') throw new WebhookVerificationError('parsed-body', PARSED)
  if (rawBody.isWellFormed()) return encoder.encode(rawBody)
  throw new WebhookVerificationError('malformed-body', 'The body is no well-formed text. Pass it as bytes.')
}

const PARSED =
  'The body must be the text or the bytes that were received, and this is neither: it was parsed, or never read. ' +
  'Use `await request.text()`, in Express `express.raw({ type: "application/json" })`, in Fastify a parser with `parseAs: "buffer"`.'

/** What is signed: the headers and the raw body, joined by dots (Standard Webhooks, "Signature scheme"). */
export function contentOf(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  return content
}
