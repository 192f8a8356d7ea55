/** A block of an event stream. */
export interface Frame {
  /** Identifier to continue from; undefined for a block without one. */
  id: string | undefined
  /** Data of the block; empty for a block without data, which is no event. */
  data: string
}

/** Parses an event stream (HTML, section 9.2.6) from chunks of bytes, wherever they are split. Names of events are not read: the service sends none. */
export class EventStream {
  /** Milliseconds to wait before reconnecting, from the field `retry`; undefined until the service sends the field. */
  retry: number | undefined
  // Drops a byte order mark, and keeps half characters until the rest comes.
  readonly #decoder = new TextDecoder()
  #rest = ''
  #endedInCr = false
  #id: string | undefined
  #data: string[] = []

  /** Returns the blocks that end in this chunk. */
  push(bytes: Uint8Array): Frame[] {
    const frames: Frame[] = []
    for (const line of this.#lines(this.#decoder.decode(bytes, { stream: true }))) {
      if (line !== '') this.#field(line)
      else frames.push(this.#end())
    }
    return frames
  }

  /** Returns the lines that end in this chunk. A line ends with CR LF, LF or CR, and CR LF may be split between two chunks. */
  #lines(text: string): string[] {
    if (text === '') return []
    const piece = this.#endedInCr && text.startsWith('\n') ? text.slice(1) : text
    this.#endedInCr = text.endsWith('\r')
    const lines = piece.split(/\r\n|\n|\r/)
    // What came before is not searched again, so that a long line takes no time that grows with its square.
    lines[0] = this.#rest + lines[0]!
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
