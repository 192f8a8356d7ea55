import { WebhookVerificationError } from './error.ts'

/** Headers of a request in the form of any server: `Headers`, or a record with names in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The headers of a delivery, after their forms were checked. */
export interface DeliveryHeaders {
  id: string
  /** Seconds since 1970, as they were sent. */
  timestamp: string
  /** Base64 of each signature with the version `v1`. */
  signatures: string[]
}

/** Form of an identifier. It has no dot, since dots separate the parts of the signed content. */
export const ID = /^[\x21-\x2d\x2f-\x7e]{1,255}$/
/** Seconds since 1970. */
export const SECONDS = /^(?:0|[1-9]\d{0,11})$/
const VERSIONED = /^v\w+,\S+$/

export function deliveryHeadersOf(headers: WebhookHeaders): DeliveryHeaders {
  const id = required(headers, 'webhook-id', ID)
  const timestamp = required(headers, 'webhook-timestamp', SECONDS)
  // Servers join several header lines by commas (RFC 9110, section 5.3).
  const all = required(headers, 'webhook-signature', /^[^\s,]/).match(/[^\s,]+(,[^\s,]+)?/g)!
  if (!all.every((one) => VERSIONED.test(one))) throw malformed('webhook-signature')
  return { id, timestamp, signatures: all.filter((one) => one.startsWith('v1,')).map((one) => one.slice(3)) }
}

function required(headers: WebhookHeaders, name: string, form: RegExp): string {
  const value = valueOf(headers, name)
  if (value === undefined)
    throw new WebhookVerificationError(
      'missing-header',
      `The header ${name} is missing. Pass the headers of the request as they came, and let proxies keep them.`,
    )
  if (!form.test(value)) throw malformed(name)
  return value
}

function valueOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers?.get === 'function') return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value.join(' ') : (value as string | undefined)
}

const malformed = (name: string) =>
  new WebhookVerificationError('malformed-header', `The header ${name} is not in the form of Standard Webhooks.`)
