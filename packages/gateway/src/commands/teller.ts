import type { WriteStream } from 'node:tty'

/**
 * Returns functions that write to the user: lines that stay, and one line of progress. A terminal overwrites that line; elsewhere it is written at most every
 * ten seconds.
 */
export function teller(stream: Pick<WriteStream, 'write' | 'isTTY'>) {
  let [shown, last] = ['', 0]
  const clear = () => (shown && stream.isTTY ? '\r\u001b[2K' : '')

  return {
    say(line: string): void {
      stream.write(`${clear()}${line}\n`)
      shown = ''
    },
    show(line: string): void {
      if (stream.isTTY) stream.write(`${clear()}${(shown = line)}`)
      else if (performance.now() - last > 10_000) {
        last = performance.now()
        stream.write(`${line}\n`)
      }
    },
    end(): void {
      stream.write(clear())
    },
  }
}
