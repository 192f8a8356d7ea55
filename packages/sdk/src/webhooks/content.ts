import { WebhookVerificationError } from './error.ts'

const encoder = new TextEncoder()

/** Returns the raw body as bytes, which the signature covers. Throws a `WebhookVerificationError` for a parsed body or malformed text. */
export function bytesOf(rawBody: unknown): Uint8Array {
  // Recognizes bytes of another realm, too: test environments have a `Uint8Array` of their own beside that of Node.js.
  if (ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)
  if (Object(rawBody)[Symbol.toStringTag] === 'ArrayBuffer') return new Uint8Array(rawBody as ArrayBuffer)
  if (typeof rawBody !== 'string') throw new WebhookVerificationError('parsed-body', PARSED)
  if (rawBody.isWellFormed()) return encoder.encode(rawBody)
  throw new WebhookVerificationError('malformed-body', 'The body is no well-formed text. Pass it as bytes.')
}

const PARSED =
  'The body must be the text or the bytes that were received: this was parsed, or never read. ' +
  'Use `await request.text()`, in Express `express.raw({ type: "application/json" })`, in Fastify a parser with `parseAs: "buffer"`.'

/** Decodes base64. Returns undefined if the text is not base64. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Returns the signed content: identifier, timestamp and raw body, joined by dots (Standard Webhooks, "Signature scheme"). */
export function contentOf(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  return content
}
