import { apiErrorOf, type ErrorBody } from './api-errors.ts'
import { connected } from './connected.ts'
import { discard } from './discard.ts'
import { RosterError } from './errors.ts'
import { jsonOf } from './json.ts'

/** The data of a response, with what came with it. */
export interface APIResponse<T> {
  data: T
  /** The response; its body has been read. */
  response: Response
  /** Identifier of the request in the logs of the service. */
  requestId: string | undefined
}

/** What a method returns: a promise of the data, or of the whole response. */
export interface APIPromise<T> extends Promise<T> {
  withResponse(): Promise<APIResponse<T>>
}

/** A promise of the data of a response. */
export function dataOf<T>(response: Promise<APIResponse<T>>): APIPromise<T> {
  const data = response.then((one) => one.data)
  const withResponse = () => {
    data.catch(() => {}) // Whoever takes the response handles its error.
    return response
  }
  return Object.assign(data, { withResponse })
}

export const apiResponseOf = <T>(data: T, response: Response): APIResponse<T> => ({
  data,
  response,
  requestId: response.headers.get('x-request-id') ?? undefined,
})

/** Successes that may come without a body, beside 204. */
const MAY_BE_EMPTY = new Set([201, 202])

/** The JSON of a success, null for 304, undefined where there is no body. Throws the error that the response tells of. */
export async function readJson<T>(response: Response, request: string): Promise<APIResponse<T>> {
  if (!response.ok) await throwUnlessDone(response, request)
  if (response.status === 304) return apiResponseOf(null as T, response)
  const text = await connected(response.text(), request)
  const isEmpty =
    response.status === 204 || request.startsWith('HEAD ') || (text === '' && MAY_BE_EMPTY.has(response.status))
  return apiResponseOf((isEmpty ? undefined : parsed(text, response, request)) as T, response)
}

/** Throws the error that a response tells of. Its status says what happened, also where its body does not arrive. */
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

/** What an error tells. Something between client and service may have answered: members of another form are left out. */
function errorBodyOf(text: string): ErrorBody {
  const members = Object.entries(Object(jsonOf(text)))
  return Object.fromEntries(
    members.filter(([name, value]) => (name === 'errors' ? Array.isArray(value) : typeof value === 'string')),
  )
}

/** Following a redirect would carry the credential to an address that nobody named. */
function redirected({ headers }: Response, request: string): RosterError {
  const target = headers.get('location')
  const where = target === null ? 'elsewhere' : `to ${target.replace(/[?#].*/, '')}`
  return new RosterError(
    `${request} was redirected ${where}. Redirects are not followed: set baseUrl to the final address.`,
  )
}
