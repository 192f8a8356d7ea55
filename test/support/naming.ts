import type { Application } from '@roster/core'

// Identifiers, order numbers, entity tags, hashes, cursors of lists and of the log, CSRF tokens and sessions of sockets.
const GENERATED =
  /[a-z]{3}_[0-9A-Z]{26}|whsec_[\w+/]{43}=|\bORD(?:-\w{4})+|\\"[\w-]{27}(?:\.\w+)?\\"|\b[0-9a-f]{64}\b|(?<=cursor(?:\\?":\\?"|=))[\w-]{20,}|\b[0-9a-z]{1,16}:\d+(?=\\?")|(?<=after=)\w+%3A\d+|(?<="csrf_token":")[\w-]{43}|(?<="session":")[\w-]+/g

/** Replaces what is new in every run by what it is, so that two runs can be compared. */
export class Naming {
  readonly #names = new Map<string, string>()
  readonly #generated: RegExp
  readonly #kind: RegExp

  constructor({ secretPrefixes }: Application['naming']) {
    const prefixes = Object.values(secretPrefixes).join('|')
    const secrets = `(?:${prefixes})[0-9A-Za-z]{7,38}`
    this.#kind = new RegExp(`^(?:[a-z]{3}_(?=[0-9A-Z]{26}$)|whsec_|${prefixes})`)
    this.#generated = new RegExp(`${GENERATED.source}|${secrets}`, 'g')
  }

  /** The same text has the same name wherever it comes, so that an answer that names another record is another answer. */
  plain<Value>(value: Value): Value {
    const json = JSON.stringify(value, (name, member: unknown) => (name === 'last_used_at' ? null : member))
    return JSON.parse(json.replaceAll(this.#generated, (text) => this.#nameOf(text))) as Value
  }

  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const kind = this.#kind.exec(text)?.[0] ?? 'text-'
    const name = `${kind}${[...this.#names.values()].filter((other) => other.startsWith(kind)).length + 1}`
    this.#names.set(text, name)
    return name
  }
}
