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
  readonly #names = new Map<string, string>()
  readonly #start: number

  constructor(twin: Twin) {
    this.twin = twin
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
    const shown = this.#shown(response.headers)
    // When a key was last used is written down a little later.
    if (shown['etag'] !== undefined && text.includes('last_used_at')) shown['etag'] = '(of a key)'
    this.lines.push(this.#plain({ request, status: response.status, headers: shown, body: parsed }))
    return { status: response.status, headers: response.headers, body: parsed }
  }

  /** Headers that mean something. What is left of a quota does not where others have been before, or a minute has passed for one side only. */
  #shown(headers: Headers): Record<string, string> {
    const all = Object.fromEntries([...headers].filter(([name]) => !LEFT_OUT.has(name)))
    const { ratelimit } = all
    if (ratelimit === undefined) return all
    const isKnown = !ratelimit.includes('anonymous') && this.twin.clock.now() < this.#start + 60_000
    const left = isKnown ? all['x-ratelimit-remaining']! : '(left)'
    return { ...all, ratelimit: ratelimit.replace(/r=\d+;t=\d+/, `r=${left}`), 'x-ratelimit-remaining': left }
  }

  #plain(line: object): unknown {
    const json = JSON.stringify(line, (name, value: unknown) => (name === 'last_used_at' ? null : value))
    return JSON.parse(json.replaceAll(GENERATED, (text) => this.#nameOf(text)))
  }

  /** The same text has the same name in a transcript, so that an answer that names another record is another answer. */
  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const kind = /^(?:usr|ord|key|cli|exp|evt|req|whe|dlv|rk|rcs|rs|rt)_/.exec(text)?.[0] ?? 'text-'
    const name = `${kind}${[...this.#names.values()].filter((other) => other.startsWith(kind)).length + 1}`
    this.#names.set(text, name)
    return name
  }
}

// Identifiers and secrets, order numbers, entity tags, hashes, cursors of lists and of the log, and CSRF tokens.
const GENERATED =
  /(?:usr|ord|key|cli|exp|evt|req|whe|dlv)_[0-9A-Z]{26}|(?:rk|rcs|rs|rt)_[0-9A-Za-z]{9,38}|\bORD(?:-\w{4})+|\\"[\w-]{27}(?:\.\w+)?\\"|\b[0-9a-f]{64}\b|(?<=cursor(?:\\?":\\?"|=))[\w-]{20,}|\b[0-9a-z]{1,16}:\d+(?=")|(?<=after=)\w+%3A\d+|(?<="csrf_token":")[\w-]{43}/g

const LEFT_OUT = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])
