import { listen } from './raw-requests.ts'
import { BASE_URL, type Service } from './service.ts'

export type Fetch = (input: string | URL | Request, init?: any) => Promise<Response>

/** Returns a `fetch` that sends requests for a service's public URL to the service, over a socket. */
export async function fetchTo(service: Service): Promise<Fetch> {
  const port = await listen(service.app)
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const target = url.replace(BASE_URL, `http://127.0.0.1:${port}`)
    return fetch(input instanceof Request ? new Request(target, input) : target, { redirect: 'manual', ...init })
  }
}

/** The page that a user sees. */
export interface View {
  status: number
  url: URL
  headers: Headers
  text: string
}

/** A browser without scripts. It stores cookies, follows redirects within its origin, and submits forms. */
export class Browser {
  readonly #fetch: Fetch
  readonly #cookies = new Map<string, { value: string; path: string }>()
  readonly #origin: string
  view: View | undefined

  /** `origin` is the only origin to which the browser sends requests. */
  constructor(fetcher: Fetch, origin = BASE_URL) {
    this.#fetch = fetcher
    this.#origin = origin
  }

  /** Names and values of the cookies. */
  get kept(): [name: string, value: string][] {
    return Array.from(this.#cookies, ([name, { value }]) => [name, value])
  }

  get cookies(): string[] {
    return [...this.#cookies.keys()]
  }

  /** Opens a page. After a redirect to another origin, the view has that URL and no content. */
  async open(address: string | URL, form?: Record<string, string>): Promise<View> {
    const url = new URL(address, this.view?.url ?? this.#origin)
    if (url.origin !== this.#origin) return (this.view = { status: 0, url, headers: new Headers(), text: '' })
    const cookie = this.#cookieFor(url.pathname)
    const response = await this.#fetch(url.href, {
      method: form ? 'POST' : 'GET',
      headers: { accept: 'text/html,*/*', ...(cookie && { cookie }) },
      ...(form && { body: new URLSearchParams(form) }),
    })
    this.#keep(response.headers.getSetCookie())
    const location = response.headers.get('location')
    if (location !== null && response.status >= 300 && response.status < 400) {
      await response.arrayBuffer()
      this.view = { status: response.status, url, headers: response.headers, text: '' }
      return this.open(location)
    }
    return (this.view = { status: response.status, url, headers: response.headers, text: await response.text() })
  }

  /** Submits the form of the page, with its hidden fields. */
  submit(fields: Record<string, string>): Promise<View> {
    const { text } = this.view!
    const action = unescaped(/<form[^>]* action="([^"]*)"/.exec(text)![1]!)
    const hidden = Array.from(
      text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
      ([, name, value]) => [name!, unescaped(value!)],
    )
    return this.open(action, { ...Object.fromEntries(hidden), ...fields })
  }

  #cookieFor(path: string): string {
    const sent = [...this.#cookies].filter(([, cookie]) => path.startsWith(cookie.path))
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  #keep(lines: string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line)!
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/'
      if (/expires=Thu, 01 Jan 1970/i.test(line) || value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, { value, path })
    }
  }
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
