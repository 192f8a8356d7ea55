import { CallCredential } from '../credentials/call-credential.ts'
import { AuthenticationError } from './api-errors.ts'
import { type Call, nameOf } from './call.ts'
import { connected } from './connected.ts'
import { RosterError, TimeoutError } from './errors.ts'
import { sendableHeaders } from './headers.ts'
import { limited, type TimeLimit, sleep } from './limits.ts'
import type { SentRequest } from './observer.ts'
import { delayBefore, isLoss, mayPass } from './retries.ts'
import type { Settings } from './settings.ts'
import { traced } from './tracing.ts'

/** Reads a response, or throws the error for it. `request` names the call in messages. */
export type Read<T> = (response: Response, request: string) => Promise<T>

/** Sends a call until it succeeds, fails for good, or its time is up. */
export async function send<T>(settings: Settings, call: Call, read: Read<T>): Promise<T> {
  const { observer, tracer } = settings
  const { limits, signal } = call
  const end = performance.now() + limits.deadline
  /** Milliseconds that the deadline leaves; negative when the time is over. */
  const left = () => end - performance.now()
  const credential = new CallCredential(call.credential)
  let retries = 0
  let loss: RosterError | undefined
  for (let attempt = 1; ; attempt++) {
    const request = requestOf(call, attempt)
    const within = <R>(work: (signal: AbortSignal) => Promise<R>) => limited(signal, limitOf(call, left()), work)
    // Outside the `try`: the token request has its own retries, where they do no harm.
    await credential.addTo(request.headers, within)
    try {
      return await within((inner) =>
        tracer
          ? traced(tracer, request, (answered) => exchange(settings, call, request, inner, read, answered))
          : exchange(settings, call, request, inner, read),
      )
    } catch (error) {
      if (ofHooks.has(Object(error))) throw error
      if (isOfCredential(error) && (await within(() => credential.renew()))) continue
      if (!mayPass(error)) throw afterLoss(error, loss)
      const delay = delayBefore(retries + 1, error)
      if ((!call.isRepeatable && isLoss(error)) || retries >= limits.maxRetries || delay >= left()) {
        const failure = isLoss(error) ? error : afterLoss(error, loss)
        observer.failure(request, failure)
        throw failure
      }
      // With an idempotency key, the next response is that of this attempt if it took effect. Only a PUT or DELETE keeps the loss.
      if (UNKEYED_WRITE.test(call.method) && isLoss(error)) loss = error
      credential.reset()
      await within(() => observer.retry({ request, error, delay }))
      await sleep(delay, signal)
      retries++
    }
  }
}

/** Errors that hooks have thrown. They end a call, even if they are those of another call that could be tried again. */
const ofHooks = new WeakSet<object>()

function ofHook(error: unknown): never {
  ofHooks.add(Object(error))
  throw error
}

/** Whether the credential of a call was refused, and not the password that it signs in with. */
const isOfCredential = (error: unknown) =>
  error instanceof AuthenticationError && !error.headers.get('www-authenticate')?.startsWith('Session')

const UNKEYED_WRITE = /PUT|DELETE/i

/** Sets a loss as the cause of an error: the refusal may result from an earlier attempt whose response was lost. */
function afterLoss<T>(error: T, loss: RosterError | undefined): T {
  if (loss && error instanceof RosterError) error.cause ??= loss
  return error
}

/** Makes one attempt: sends the request and reads the response. */
async function exchange<T>(
  { fetch, observer }: Settings,
  call: Call,
  request: SentRequest,
  signal: AbortSignal,
  read: Read<T>,
  answered?: (status: number) => void,
): Promise<T> {
  const { method, url, headers } = request
  await observer.request(request).catch(ofHook)
  const start = performance.now()
  const init: RequestInit = {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...withoutCookies(),
    ...(call.body !== undefined && { body: call.body }),
  }
  const name = nameOf(call)
  // A function that throws at once, as those of tests may, fails as one does that rejects.
  const sent = async () => fetch(url, init)
  const response = await connected(sent(), name)
  // Recognizes responses of another realm, too.
  if (typeof response?.text !== 'function')
    throw new RosterError(`${name} got no Response from \`fetch\`. Let the one that the client was given return one.`)
  answered?.(response.status)
  await observer.response({ request, response, duration: performance.now() - start }).catch(ofHook)
  return read(response, name)
}

/** Omits cookies, which would be a second credential. Runtimes without `credentials` in requests, such as that of Cloudflare, refuse the option. */
const withoutCookies = (): RequestInit =>
  typeof Request === 'function' && 'credentials' in Request.prototype ? { credentials: 'omit' } : {}

const requestOf = ({ method, url, route, headers }: Call, attempt: number): SentRequest => ({
  method,
  url,
  route,
  headers: sendableHeaders(headers),
  attempt,
})

/** Returns the time limit of an attempt: `timeout`, or the rest of `deadline` if that is shorter. */
function limitOf(call: Call, left: number): TimeLimit {
  const { timeout, deadline } = call.limits
  return left < timeout
    ? { time: left, onTimeout: () => timeoutError(call, 'deadline', deadline) }
    : { time: timeout, onTimeout: () => timeoutError(call, 'timeout', timeout) }
}

const timeoutError = (call: Call, limit: 'timeout' | 'deadline', time: number) =>
  new TimeoutError(
    `${nameOf(call)} had no whole answer within its ${limit} of ${time} ms. Raise \`${limit}\` if it needs more.`,
  )
