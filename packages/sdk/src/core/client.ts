import { credentialOf } from '../credentials/choose.ts'
import type { Credential } from '../credentials/credential.ts'
import { requestToken } from '../credentials/request-token.ts'
import { type APIPromise, dataOf, readJson, throwUnlessDone } from './response.ts'
import type { Call } from './call.ts'
import { RosterError } from './errors.ts'
import { headersOf, plain, randomKey, userAgent } from './headers.ts'
import type { CallLimits, ClientOptions, RequestOptions } from './options.ts'
import { type Product, ROSTER } from './product.ts'
import { type Read, send } from './send.ts'
import { type Limits, limitsOf, type Settings, settingsOf } from './settings.ts'
import { pathOf, type PathValue, type Query, queryOf } from './url.ts'

/** HTTP method of a request. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Parameters and body of a request. */
export interface RequestInput {
  /** Values for the parameters of the path, in their order. */
  ids?: readonly PathValue[] | undefined
  query?: Query | undefined
  /** Sent as JSON. */
  body?: unknown
}

type Options = RequestOptions & { ifMatch?: string | undefined; ifNoneMatch?: string | undefined }

/** Returns the error message for options that are no object. It does not quote the value, which may be the key itself. */
const noOptions = ({ name }: Product) => `The options of the client are no object. Write: new ${name}({ apiKey }).`

/**
 * A client of the API: sends requests with one credential. `Roster` extends it with a property for each resource. `Data` maps event names to the data of the
 * events.
 */
export class Client<Data extends object = object> {
  /** Never set. Its type is that of the data of events. */
  declare readonly '~events'?: Data
  readonly #settings: Settings
  readonly #credential: Credential

  /** Throws a `RosterError` that says what to change when an option cannot be used. Nothing is sent yet. */
  constructor(options: ClientOptions, product: Product = ROSTER) {
    if (typeof options !== 'object' || options === null) throw new RosterError(noOptions(product))
    this.#settings = settingsOf(options, product)
    this.#credential = credentialOf(options, (request) => requestToken(this.#settings, request))
  }

  /** Base URL of the service, without a trailing slash. */
  get baseUrl(): string {
    return this.#settings.baseUrl
  }

  /** Names and defaults of this client and its service. */
  get product(): Product {
    return this.#settings.product
  }

  /** Returns the limits of a call with these options. The limits of the client are the defaults. */
  limitsOf(options: CallLimits): Limits {
    return limitsOf(options, this.#settings.limits)
  }

  /**
   * Sends one request with the credential, limits and retries of the client, and returns the data of the response. Every method uses it; call it for operations
   * that have no method here. `path` is written as in the API reference, such as `/v1/users/{user_id}`.
   */
  request<T>(method: Method, path: string, input: RequestInput = {}, options: Options = {}): APIPromise<T> {
    return dataOf(this.send(method, path, input, options, readJson<T>))
  }

  /** Sends one request like `request`, and reads the response with `read`. */
  async send<T>(method: Method, path: string, input: RequestInput, options: Options, read: Read<T>): Promise<T> {
    return send(this.#settings, this.#callOf(method, path, input, options), read)
  }

  /**
   * Sends one request like `request`, and returns the response with its body unread, to be streamed. `signal` and `timeout` end with its headers: cancel the
   * body to end it.
   */
  open(method: Method, path: string, input: RequestInput, options: Options): Promise<Response> {
    return this.send(method, path, input, options, async (response, request) => {
      await throwUnlessDone(response, request)
      return response
    })
  }

  #callOf(method: Method, route: string, { ids = [], query = {}, body }: RequestInput, options: Options): Call {
    const { baseUrl, product, headers: common } = this.#settings
    const name = `${method} ${route}`
    requireOptions(options, name)
    const takesKey = method === 'POST' || method === 'PATCH'
    const own = {
      accept: 'application/json',
      'content-type': body === undefined ? undefined : 'application/json',
      'idempotency-key': takesKey ? (options.idempotencyKey ?? randomKey()) : undefined,
      'if-match': options.ifMatch,
      'if-none-match': options.ifNoneMatch,
    }
    const headers = headersOf(userAgent(product), own, common, plain(options.headers))
    return {
      method,
      url: baseUrl + pathOf(route, ids) + queryOf(query),
      route,
      headers,
      body: body === undefined ? undefined : bodyOf(body, name),
      credential: this.#credential,
      isRepeatable: !takesKey || 'idempotency-key' in headers,
      limits: this.limitsOf(options),
      signal: options.signal,
    }
  }
}

function requireOptions(options: Options, request: string): void {
  if (typeof options !== 'object' || options === null)
    throw new RosterError(`The options of ${request} are no object. Write: { timeout: 5_000 }.`)
  if (options.signal && typeof options.signal.addEventListener !== 'function')
    throw new RosterError('`signal` is no AbortSignal. Pass the `signal` of an AbortController.')
}

function bodyOf(body: unknown, request: string): string {
  if (/^(?:GET|HEAD) /.test(request)) throw new RosterError(`${request} takes no body. Use \`query\`.`)
  try {
    return JSON.stringify(body)
  } catch (cause) {
    throw new RosterError(`The body of ${request} cannot be sent as JSON: ${(cause as Error).message}`, { cause })
  }
}
