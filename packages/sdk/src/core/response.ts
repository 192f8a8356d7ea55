import { apiErrorOf, type ErrorBody } from './api-errors.ts'
import { connected } from './connected.ts'
import { RosterError } from './errors.ts'
import { jsonOf } from './json.ts'

/** An answer with all that came with it. */
export interface Answer<T> {
  data: T
  /** The response; its body has been read. */
  response: Response
  /** Identifier of the request in the logs of the service. */
  requestId: string | undefined
}

/** What a method returns: a promise of the data, or of the whole answer. */
export interface APIPromise<T> extends Promise<T> {
  withResponse(): Promise<Answer<T>>
}

/** A promise of the data of an answer. */
export function dataOf<T>(answer: Promise<Answer<T>>): APIPromise<T> {
  const data = answer.then((one) => one.data)
  const withResponse = () => {
    data.catch(() => {}) // Whoever takes the answer handles its error.
    return answer
  }
  return Object.assign(data, { withResponse })
}

export const answerOf = <T>(data: T, response: Response): Answer<T> => ({
  data,
  response,
  requestId: response.headers.get('x-request-id') ?? undefined,
})

/** The JSON of a success, null for 304, undefined for 204 and HEAD. Throws the error that the answer tells of. */
export async function readJson<T>(response: Response, request: string): Promise<Answer<T>> {
  if (!response.ok) await throwUnlessDone(response, request)
  if (response.status === 304) return answerOf(null as T, response)
  const text = await connected(response.text(), request)
  const isEmpty = response.status === 204 || request.startsWith('HEAD ')
  return answerOf((isEmpty ? undefined : parsed(text, response, request)) as T, response)
}

/** Throws the error that an answer tells of. */
export async function throwUnlessDone(response: Response, request: string): Promise<void> {
  const { status, ok, type } = response
  if (ok || status === 304) return
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) throw redirected(response, request)
  throw apiErrorOf(response, errorBodyOf(await connected(response.text(), request)), request)
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

/** Something between client and service may have answered, in whatever form. */
function errorBodyOf(text: string): ErrorBody {
  const body = jsonOf(text)
  return typeof body === 'object' && body !== null ? body : {}
}

/** Following a redirect would carry the credential to an address that nobody named. */
function redirected({ headers }: Response, request: string): RosterError {
  const target = headers.get('location')
  const where = target === null ? 'elsewhere' : `to ${target.replace(/[?#].*/, '')}`
  return new RosterError(
    `${request} was redirected ${where}. Redirects are not followed: set baseUrl to the final address.`,
  )
}
