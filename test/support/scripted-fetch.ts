import type { Fetch } from '@roster/sdk'

/** A request that the client sent. */
export interface Sent {
  method: string
  url: string
  headers: Headers
  body: string | undefined
  /** The `redirect` option of `fetch`. */
  redirect: RequestInit['redirect']
  /** The `credentials` option of `fetch`: whether cookies are sent. */
  credentials: RequestInit['credentials']
}

/** The outcome of a request: a response, an error, or a function that returns a response. */
export type Step = Response | Error | ((sent: Sent, signal: AbortSignal) => Response | Promise<Response>)

/** Returns a `fetch` that runs one step per request, and stores the requests. A request after the last step gets a 400, which no client retries. */
export function scriptedFetch(...steps: Step[]): { fetch: Fetch; sent: Sent[] } {
  const sent: Sent[] = []
  const fetch: Fetch = async (url, { method, headers, body, signal, ...told }) => {
    const { redirect, credentials } = told
    const content = { headers: new Headers(headers), body: body as string | undefined }
    const request = { method: method!, url, ...content, redirect, credentials }
    sent.push(request)
    const step = steps.shift() ?? json(400, { detail: 'The script has no more steps.' })
    if (step instanceof Error) throw step
    return typeof step === 'function' ? step(request, signal!) : step
  }
  return { fetch, sent }
}

/** Returns a response with JSON. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(status === 204 || status === 304 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** Returns a response with a problem, as the service sends it. */
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json(status, { title: code, detail: `This is ${code}.`, status, code, request_id: 'req_1' }, headers)

/** A request without a response, until the client aborts it. */
export const silence: Step = (_sent, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
