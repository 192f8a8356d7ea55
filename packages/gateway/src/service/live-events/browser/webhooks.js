import { alarm, copyWith, element, find } from './dom.js'
import { pause } from './follow.js'
import { call, pathOf } from './service.js'

/** How often a delivery is asked about, and how far off its next attempt may be to go on asking, in milliseconds. */
const INTERVAL = 500
const SOON = 10_000
/** Deliveries that are shown. */
const SHOWN = 5

const part = find('webhooks', HTMLElement)
const paths = part.dataset
const parts = {
  forbidden: find('forbidden', HTMLElement),
  trial: find('try', HTMLElement),
  test: find('test', HTMLFormElement),
  endpoint: find('endpoint', HTMLSelectElement),
  outcome: find('outcome', HTMLElement),
  title: find('deliveries-title', HTMLElement),
  deliveries: find('deliveries', HTMLOListElement),
  register: find('register', HTMLDetailsElement),
  create: find('create', HTMLFormElement),
  url: find('url', HTMLInputElement),
  secret: find('secret', HTMLElement),
  alert: find('webhook-alert', HTMLElement),
}

/** The part of the page that registers webhook endpoints and tries them. */
export class Webhooks {
  /** @param {(eventId: string) => void} onSent Is told of the events that tests cause. */
  constructor(onSent) {
    this.onSent = onSent
    /** @type {import('./service.js').Caller} */
    this.caller = {}
    this.watching = new AbortController()
    this.#on(parts.test, () => this.send())
    this.#on(parts.create, () => this.create())
    parts.endpoint.addEventListener('change', () => void this.#attempt(() => this.choose()))
  }

  /**
   * Begins anew for a caller who may do this.
   *
   * @param {import('./service.js').Caller} caller
   * @param {readonly string[]} scopes
   */
  async open(caller, scopes) {
    this.caller = caller
    const mayManage = scopes.includes(String(paths['scope']))
    parts.forbidden.hidden = mayManage
    parts.register.hidden = true
    parts.trial.hidden = true
    parts.secret.replaceChildren()
    alarm(parts.alert)
    if (!mayManage) return
    await this.#attempt(() => this.list())
    // Only now: its form is open or closed by what the list holds, and would move under the hand.
    if (this.caller === caller) parts.register.hidden = false
  }

  /** Ends what is under way. */
  close() {
    this.watching.abort()
    parts.secret.replaceChildren()
  }

  /** @param {string} [chosen] Identifier of the endpoint to choose. */
  async list(chosen) {
    const { data } = await call(this.caller, 'GET', `${paths['list']}?limit=100`)
    const options = data.map(
      (/** @type {{ id: string, url: string, status: string }} */ { id, url, status }) =>
        new Option(status === 'enabled' ? url : `${url} (${status})`, id, false, id === chosen),
    )
    parts.endpoint.replaceChildren(...options)
    parts.trial.hidden = data.length === 0
    parts.register.open = data.length === 0
    if (data.length > 0) await this.choose()
  }

  /** Shows what went to the endpoint that is chosen. */
  async choose() {
    this.watching.abort()
    parts.outcome.textContent = ''
    this.#show(await this.#recent())
  }

  /** Sends the test event, and tells what comes of it. */
  async send() {
    const delivery = await call(this.caller, 'POST', pathOf(paths['test'], parts.endpoint.value))
    this.onSent(delivery.event_id)
    this.watching.abort()
    this.watching = new AbortController()
    parts.outcome.textContent = 'Sending …'
    await this.#watch(delivery.id, this.watching.signal)
  }

  /**
   * @param {string} id
   * @param {AbortSignal} signal
   */
  async #watch(id, signal) {
    for (;;) {
      const recent = await this.#recent()
      if (signal.aborted) return
      this.#show(recent)
      const delivery = recent.find((one) => one.id === id)
      if (!delivery) return
      if (delivery.attempts.length > 0) parts.outcome.textContent = outcomeOf(delivery)
      const isOver = delivery.status !== 'pending'
      if (isOver || Date.parse(delivery.next_attempt_at ?? '') - Date.now() > SOON) return
      await pause(INTERVAL, signal)
    }
  }

  async create() {
    const body = { url: parts.url.value.trim() }
    const { id, secret } = await call(this.caller, 'POST', String(paths['create']), body)
    parts.create.reset()
    const copy = element('button', undefined, 'Copy')
    copy.type = 'button'
    copyWith(copy, () => secret)
    parts.secret.replaceChildren(
      element('p', undefined, 'Registered. This is its secret, which verifies signatures. It is shown only now:'),
      element('code', undefined, secret),
      copy,
    )
    await this.list(id)
    parts.test.querySelector('button')?.focus()
  }

  /** @returns {Promise<Delivery[]>} */
  async #recent() {
    const { data } = await call(
      this.caller,
      'GET',
      `${pathOf(paths['deliveries'], parts.endpoint.value)}?limit=${SHOWN}`,
    )
    return data
  }

  /** @param {Delivery[]} deliveries */
  #show(deliveries) {
    parts.title.hidden = deliveries.length === 0
    parts.deliveries.replaceChildren(...deliveries.map(deliveryRow))
  }

  /**
   * @param {HTMLFormElement} form
   * @param {() => Promise<void>} act
   */
  #on(form, act) {
    form.addEventListener('submit', (submission) => {
      submission.preventDefault()
      void this.#attempt(act)
    })
  }

  /** @param {() => Promise<void>} act */
  async #attempt(act) {
    alarm(parts.alert)
    await act().catch((error) => {
      parts.outcome.textContent = ''
      alarm(parts.alert, error)
    })
  }
}

/**
 * @typedef {object} Delivery
 * @property {string} id
 * @property {string} event
 * @property {'pending' | 'succeeded' | 'failed'} status
 * @property {string} created_at
 * @property {string | null} next_attempt_at
 * @property {{ at: string, status_code: number | null, error: string | null, duration_ms: number }[]} attempts
 */

const WORDS = { pending: 'Waiting', succeeded: 'Succeeded', failed: 'Failed' }

/** @param {Delivery} delivery */
function deliveryRow({ event, status, created_at, attempts, next_attempt_at }) {
  const time = element('time', 'soft', new Date(created_at).toLocaleTimeString())
  time.dateTime = created_at
  const badge = element('span', 'badge', WORDS[status])
  badge.dataset['status'] = status
  const name = element('span', undefined, badge, ' ', element('code', undefined, event))
  const result = attempts.length > 0 ? resultOf({ status, attempts, next_attempt_at }) : 'No attempt yet.'
  return element('li', undefined, name, time, element('span', 'result', result))
}

/** @param {Delivery} delivery */
function outcomeOf(delivery) {
  return `${delivery.status === 'succeeded' ? 'Delivered' : 'Not delivered'}. ${resultOf(delivery)}`
}

/**
 * What came of the last attempt, and when the next is due.
 *
 * @param {Pick<Delivery, 'status' | 'attempts' | 'next_attempt_at'>} delivery
 */
function resultOf({ status, attempts, next_attempt_at: next }) {
  const { status_code, error, duration_ms } = attempts[attempts.length - 1] ?? {}
  const answer = error === null ? `The endpoint answered ${status_code}` : String(error).replace(/\.$/, '')
  const again = status === 'pending' && next !== null ? ` Next attempt at ${new Date(next).toLocaleTimeString()}.` : ''
  return `${answer}, after ${duration_ms} ms.${again}`
}
