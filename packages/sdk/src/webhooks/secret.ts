import { base64Bytes } from './content.ts'
import { WebhookVerificationError } from './error.ts'

const PREFIX = 'whsec_'

/** Returns the keys of one or several secrets such as `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`. No message quotes a secret. */
export async function keysOf(secrets: string | readonly string[]): Promise<CryptoKey[]> {
  const all = [secrets].flat()
  return Promise.all((all.length > 0 ? all : [undefined]).map(keyOf))
}

const keyOf = async (secret: unknown) =>
  crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

function bytesOf(secret: unknown): Uint8Array<ArrayBuffer> {
  if (typeof secret !== 'string' || secret === '')
    throw invalid('is no text, or empty. Is the environment variable that it comes from set?')
  if (/\s/.test(secret)) throw invalid('holds white space. Trim it: a line break at its end often comes from a file.')
  const bytes = base64Bytes(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (bytes?.length) return bytes
  throw invalid(`is not "${PREFIX}" and base64. Copy the endpoint's secret whole, as it was shown.`)
}

const invalid = (what: string) => new WebhookVerificationError('invalid-secret', `The webhook secret ${what}`)
