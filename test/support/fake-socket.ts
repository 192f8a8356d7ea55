import { vi } from 'vitest'

/** Every socket that was opened, in order. */
export const sockets: FakeSocket[] = []

/** A WebSocket whose server side is the test. */
export class FakeSocket extends EventTarget {
  readonly url: string
  readonly sent: any[] = []
  readonly close = vi.fn<(code?: number) => void>()

  constructor(url: string) {
    super()
    this.url = url
    sockets.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  hear(message: object | string): void {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  open(): void {
    this.dispatchEvent(new Event('open'))
    this.hear({ type: 'welcome', session: 's', cursor: '1:0', heartbeat_ms: 15_000 })
  }

  end(code: number, reason = ''): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }))
  }
}
