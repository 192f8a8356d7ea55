import { apiErrorOf, type ErrorBody } from './api-errors.ts'
import { connected } from './connected.ts'
import { discard } from './discard.ts'
import { RosterError } from './errors.ts'
import { jsonOf } from './json.ts'

/** The data of a response, with the response and its request identifier. */
export interface APIResponse<T> {
  data: T
  /** The response; its body has been read. */
  response: Response
  /** Identifier of the request in the logs of the service. */
  requestId: string | undefined
}

/** The result of a method: a promise of the data. `withResponse()` returns the data with the response. */
export interface APIPromise<T> extends Promise<T> {
  withResponse(): Promise<APIResponse<T>>
}

/** Returns a promise of the data of a response. */
export function dataOf<T>(response: Promise<APIResponse<T>>): APIPromise<T> {
  const data = response.then((one) => one.data)
  const withResponse = () => {
    data.catch(() => {}) // The caller of `withResponse` handles the error.
    return response
  }
  return Object.assign(data, { withResponse })
}

export const apiResponseOf = <T>(data: T, response: Response): APIResponse<T> => ({
  data,
  response,
  requestId: response.headers.get('x-request-id') ?? undefined,
})

/**
 * Returns the JSON of a successful response, null for 304, or undefined without a body. Throws the error for an error response, and a `RosterError` if the body
 * is not JSON.
 */
export async function readJson<T>(response: Response, request: string): Promise<APIResponse<T>> {
  if (!response.ok) await throwUnlessDone(response, request)
  if (response.status === 304) return apiResponseOf(null as T, response)
  const text = await connected(response.text(), request)
  // Without a body, 201 and 202 are successes as well.
  const isEmpty =
    response.status === 204 || request.startsWith('HEAD ') || (text === '' && [201, 202].includes(response.status))
  return apiResponseOf((isEmpty ? undefined : parsed(text, response, request)) as T, response)
}

/** Throws the error for a response that is neither a success nor 304. The status decides the error, even if the body does not arrive. */
export async function throwUnlessDone(response: Response, request: string): Promise<void> {
  const { status, ok, type } = response
  if (ok || status === 304) return
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    discard(response.body)
    throw redirected(response, request)
  }
  throw apiErrorOf(response, errorBodyOf(await response.text().catch(() => '')), request)
}

function parsed(text: string, { status, headers }: Response, request: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const what = headers.get('content-type') ?? 'no media type'
    throw new RosterError(`${request} answered ${status} with a body that is no JSON (${what}). Is baseUrl right?`, {
      cause,
    })
  }
}

/** Returns the known members of an error body. A proxy or gateway may have responded: members of another type are left out. */
function errorBodyOf(text: string): ErrorBody {
  const members = Object.entries(Object(jsonOf(text)))
  return Object.fromEntries(
    members.filter(([name, value]) => (name === 'errors' ? Array.isArray(value) : typeof value === 'string')),
  )
}

/** Returns the error for a redirect. Following it would send the credential to an address that the caller did not name. */
function redirected({ headers }: Response, request: string): RosterError {
  const target = headers.get('location')
  const where =
    target === null ? 'elsewhere' : `to ${target.replace(/^([a-z\d+.-]+:[\\/]*|[\\/]{2})[^\\/?#]*@|[?#].*/gi, '$1')}`
  return new RosterError(
    `${request} was redirected ${where}. Redirects are not followed: set baseUrl to the final address.`,
  )
}
