/** How tRPC tells calls on one socket apart. */
export type CallId = number | string | null

/** What tRPC answers with, as far as it ends a subscription. */
interface Answer {
  id: CallId
  error?: unknown
  result?: { type?: string }
}

/** `read` until tRPC has called the procedure, which it does in a microtask. */
interface OpenSubscription {
  state: 'read' | 'called' | 'stopped'
}

/** Most refused subscriptions of a socket whose stops are waited for. */
const MOST_REFUSED = 200

/** The subscriptions of one socket, by the identifiers of their calls. */
export class OpenSubscriptions {
  readonly #open = new Map<CallId, OpenSubscription>()
  /** Those that were refused, called or with their whole batch: clients stop them nevertheless. */
  readonly #refused = new Set<CallId>()

  /** Notes a call. */
  call(id: CallId): void {
    const subscription: OpenSubscription = { state: 'read' }
    this.#open.set(id, subscription)
    queueMicrotask(() => {
      if (subscription.state === 'read') subscription.state = 'called'
    })
  }

  /** Notes a stop. Returns whether it is the first of a procedure that was called: what is stopped before has cost nothing. */
  stop(id: CallId): boolean {
    if (this.#refused.delete(id)) return true
    const subscription = this.#open.get(id)
    if (!subscription) return false
    const { state } = subscription
    subscription.state = 'stopped'
    return state === 'called'
  }

  /** Notes an answer. Returns whether it refuses a call that has come to no procedure, such as a second one under one identifier. */
  answer({ id, error, result }: Answer): boolean {
    if (error === undefined && result?.type !== 'stopped') return false
    const subscription = this.#open.get(id)
    this.#open.delete(id)
    if (error === undefined) return false
    if (subscription?.state === 'called') this.refuse(id)
    return subscription?.state === 'read'
  }

  /** Notes that a call is refused, so that its stop is waited for. */
  refuse(id: CallId): void {
    this.#refused.add(id)
    if (this.#refused.size > MOST_REFUSED) this.#refused.delete(this.#refused.values().next().value!)
  }
}
