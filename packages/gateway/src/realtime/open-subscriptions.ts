/** Identifier by which tRPC tells calls on one socket apart. */
export type CallId = number | string | null

/** The members of a tRPC answer that tell whether it ends a subscription. */
interface Answer {
  id: CallId
  error?: unknown
  result?: { type?: string }
}

/** A subscription. Its state is `read` until tRPC has called the procedure, which it does in a microtask. */
interface OpenSubscription {
  state: 'read' | 'called' | 'stopped'
}

/** Most refused subscriptions of a socket whose stops are expected. */
const MOST_REFUSED = 200

/** The subscriptions of one socket, by the identifiers of their calls. */
export class OpenSubscriptions {
  readonly #open = new Map<CallId, OpenSubscription>()
  /** Subscriptions that were refused, one by one or with their whole batch. Clients stop them nevertheless. */
  readonly #refused = new Set<CallId>()

  /** Records a call. */
  call(id: CallId): void {
    const subscription: OpenSubscription = { state: 'read' }
    this.#open.set(id, subscription)
    queueMicrotask(() => {
      if (subscription.state === 'read') subscription.state = 'called'
    })
  }

  /** Records a stop. Returns whether it is the first stop of a called procedure: a subscription that is stopped before its call has not counted. */
  stop(id: CallId): boolean {
    if (this.#refused.delete(id)) return true
    const subscription = this.#open.get(id)
    if (!subscription) return false
    const { state } = subscription
    subscription.state = 'stopped'
    return state === 'called'
  }

  /** Records an answer. Returns whether it refuses a call that reached no procedure, such as a second call under one identifier. */
  answer({ id, error, result }: Answer): boolean {
    if (error === undefined && result?.type !== 'stopped') return false
    const subscription = this.#open.get(id)
    this.#open.delete(id)
    if (error === undefined) return false
    if (subscription?.state === 'called') this.refuse(id)
    return subscription?.state === 'read'
  }

  /** Records that a call is refused, so that its stop is expected. */
  refuse(id: CallId): void {
    this.#refused.add(id)
    if (this.#refused.size > MOST_REFUSED) this.#refused.delete(this.#refused.values().next().value!)
  }
}
