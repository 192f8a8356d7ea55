import { Naming } from './naming.ts'
import type { Twin } from './twins.ts'

/** A response with its original values, for the next step of a scenario. */
export interface Reply {
  status: number
  headers: Headers
  body: any
}

interface Sending {
  /** A value to send as JSON. Text is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  /** Secret of the key that calls; null for none. Default: the administrator's. */
  key?: string | null
}

/** The requests and responses of a scenario, with generated values replaced by names. */
export class Transcript {
  readonly twin: Twin
  readonly lines: unknown[] = []
  readonly #naming: Naming
  readonly #start: number

  constructor(twin: Twin) {
    this.twin = twin
    this.#naming = new Naming(twin.subject.application.naming)
    this.#start = twin.clock.now()
  }

  /** Sends a request such as `GET /v1/users?limit=1`, and notes the answer. */
  async send(request: string, { body, headers = {}, key = this.twin.adminKey }: Sending = {}): Promise<Reply> {
    const [method = '', path = ''] = request.split(/ (.*)/s)
    const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
    const response = await this.twin.fetch(path, {
      method,
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        ...(key !== null && { 'x-api-key': key }),
        ...(body !== undefined && !hasType && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const parsed = /[/+]json/.test(response.headers.get('content-type') ?? '') && text ? JSON.parse(text) : text
    const shown = this.shown(response.headers)
    // The last use of a key is written a little later, so the entity tag may differ.
    if (shown['etag'] !== undefined && text.includes('last_used_at')) shown['etag'] = '(of a key)'
    this.note({ request, status: response.status, headers: shown, body: parsed })
    return { status: response.status, headers: response.headers, body: parsed }
  }

  /** Adds a line that must be equal on both twins. */
  note(line: unknown): void {
    this.lines.push(this.#naming.plain(line))
  }

  /** Returns the headers to compare. The remaining quota is left out where other callers share it, or where a minute may have passed on one twin only. */
  shown(headers: Headers): Record<string, string> {
    const all = Object.fromEntries([...headers].filter(([name]) => !LEFT_OUT.has(name)))
    const { ratelimit } = all
    if (ratelimit === undefined) return all
    const isKnown = !ratelimit.includes('anonymous') && this.twin.clock.now() < this.#start + 60_000
    const left = isKnown ? all['x-ratelimit-remaining']! : '(left)'
    return { ...all, ratelimit: ratelimit.replace(/r=\d+;t=\d+/, `r=${left}`), 'x-ratelimit-remaining': left }
  }
}

const LEFT_OUT = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])
