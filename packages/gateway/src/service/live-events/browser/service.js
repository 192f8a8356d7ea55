/**
 * A caller: the headers that prove who it is, beside a session's cookie, which the browser sends by itself.
 *
 * @typedef {Readonly<Record<string, string>>} Caller
 */

/**
 * What the service answers in place of what was asked for: its problem details (RFC 9457).
 */
export class Refusal extends Error {
  /**
   * @param {Response} response
   * @param {{ title?: string, detail?: string, errors?: { field: string, message: string }[] }} problem
   */
  constructor(response, { title = `The service answered ${response.status}`, detail = '', errors = [] }) {
    super(detail)
    this.status = response.status
    this.title = title
    this.lines = [detail, ...errors.map(({ field, message }) => `${field}: ${message}`)].filter((line) => line !== '')
    /** In milliseconds; 0 when it does not say. */
    this.retryAfter = Number(response.headers.get('retry-after') ?? 0) * 1_000
  }

  /** Whether the same request may be answered later. */
  get passes() {
    return this.status === 429 || this.status >= 500
  }
}

/**
 * Who calls: with an API key, or without one by the session of this browser.
 *
 * @param {string} key
 * @param {string} sessionPath
 * @returns {Promise<Caller>}
 */
export async function callerOf(key, sessionPath) {
  if (key !== '') return { 'x-api-key': key }
  const { csrf_token } = await call({}, 'GET', sessionPath)
  return { 'x-csrf-token': csrf_token }
}

/**
 * Makes a request and returns the JSON of its answer. Throws a `Refusal` for a problem.
 *
 * @param {Caller} caller
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {object} [body]
 */
export async function call(caller, method, path, body) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(path, {
    method,
    headers: { ...caller, ...type, accept: 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw await refusalOf(response)
  return response.json()
}

/**
 * @param {Response} response
 * @returns {Promise<Refusal>}
 */
export async function refusalOf(response) {
  const problem = await response.json().catch(() => ({}))
  return new Refusal(response, problem)
}

/**
 * The path of an operation with its parameter filled in.
 *
 * @param {string | undefined} path
 * @param {string} id
 */
export function pathOf(path, id) {
  return String(path).replace(/\{\w+\}/, encodeURIComponent(id))
}
