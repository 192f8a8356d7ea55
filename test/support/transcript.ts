import { Naming } from './naming.ts'
import type { Twin } from './twins.ts'

/** An answer as it came, to be read by the next step of a scenario. */
export interface Reply {
  status: number
  headers: Headers
  body: any
}

interface Sending {
  /** A value to be sent as JSON; text goes as it is. */
  body?: unknown
  headers?: Record<string, string>
  /** Secret of the key that calls; null for none. Default: the administrator's. */
  key?: string | null
}

/** What a scenario asks and is answered, with what is new in every run replaced by what it is. */
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
    // When a key was last used is written down a little later.
    if (shown['etag'] !== undefined && text.includes('last_used_at')) shown['etag'] = '(of a key)'
    this.note({ request, status: response.status, headers: shown, body: parsed })
    return { status: response.status, headers: response.headers, body: parsed }
  }

  /** Notes something that is to be the same on both sides. */
  note(line: unknown): void {
    this.lines.push(this.#naming.plain(line))
  }

  /** Headers that mean something. What is left of a quota does not where others have been before, or a minute has passed for one side only. */
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
