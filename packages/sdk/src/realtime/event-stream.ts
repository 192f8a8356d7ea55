/** A block of an event stream. */
export interface Frame {
  /** Identifier to go on from; undefined for a block without one. */
  id: string | undefined
  /** Empty for a block that has none, which is no event. */
  data: string
}

/**
 * Reads an event stream (HTML, section 9.2.6) from its bytes, however they are cut. The names of events are not read: the service gives none.
 */
export class EventStream {
  /** Milliseconds after which the service asks to be called again; undefined as long as it does not. */
  retry: number | undefined
  // Drops a byte order mark, and keeps half characters until the rest comes.
  readonly #decoder = new TextDecoder()
  #rest = ''
  #endedInCr = false
  #id: string | undefined
  #data: string[] = []

  /** The blocks that end in this piece. */
  push(bytes: Uint8Array): Frame[] {
    const frames: Frame[] = []
    for (const line of this.#lines(this.#decoder.decode(bytes, { stream: true }))) {
      if (line !== '') this.#field(line)
      else frames.push(this.#end())
    }
    return frames
  }

  /** The lines that end in this piece. They may end in CR LF, in LF or in CR, and CR LF may come in two pieces. */
  #lines(text: string): string[] {
    if (text === '') return []
    const piece = this.#endedInCr && text.startsWith('\n') ? text.slice(1) : text
    this.#endedInCr = text.endsWith('\r')
    const lines = (this.#rest + piece).split(/\r\n|\n|\r/)
    this.#rest = lines.pop()!
    return lines
  }

  #field(line: string): void {
    const [, name, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line)!
    if (name === 'data') this.#data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    else if (name === 'retry' && /^\d+$/.test(value)) this.retry = Number(value)
  }

  #end(): Frame {
    const frame = { id: this.#id, data: this.#data.join('\n') }
    this.#id = undefined
    this.#data = []
    return frame
  }
}
