import { WebhookVerificationError } from './error.ts'

const PREFIX = 'whsec_'
const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}(?:==)?|[\w+/-]{3}=?)?$/

/** The keys of one or several secrets such as `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`. No message quotes a secret. */
export async function keysOf(secrets: string | readonly string[]): Promise<CryptoKey[]> {
  const all = [secrets].flat()
  return Promise.all((all.length > 0 ? all : [undefined]).map(keyOf))
}

const keyOf = async (secret: unknown) =>
  crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

function bytesOf(secret: unknown): Uint8Array<ArrayBuffer> {
  if (typeof secret !== 'string' || secret === '')
    throw invalid('is no text, or empty. Is the environment variable that it comes from set?')
  if (/\s/.test(secret)) throw invalid('holds white space. Trim it: a line break at its end often comes from a file.')
  const body = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  if (body === '' || !BASE64.test(body))
    throw invalid(`is not "${PREFIX}" and base64. Copy the endpoint's secret whole, as it was shown when it was made.`)
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
}

const invalid = (what: string) => new WebhookVerificationError('invalid-secret', `The webhook secret ${what}`)
