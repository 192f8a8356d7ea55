import type { Fetch } from '@roster/sdk'

/** A request as it left the client. */
export interface Sent {
  method: string
  url: string
  headers: Headers
  body: string | undefined
  /** What `fetch` was told to do with a redirect. */
  redirect: RequestInit['redirect']
  /** Whether it was told to send cookies. */
  credentials: RequestInit['credentials']
}

/** What happens to a request: an answer, or an error in place of one. */
export type Step = Response | Error | ((sent: Sent, signal: AbortSignal) => Response | Promise<Response>)

/** A `fetch` that does one step after another, and remembers what was sent. A request too many is an error that no client tries again. */
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

/** An answer in JSON. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(status === 204 || status === 304 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** A problem, as the service tells of one. */
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json(status, { title: code, detail: `This is ${code}.`, status, code, request_id: 'req_1' }, headers)

/** A request that nobody answers. */
export const silence: Step = (_sent, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
