import type { Application } from '@roster/core'

// Order numbers, entity tags, hashes, cursors of lists and of the log, CSRF tokens and sessions of sockets.
const GENERATED =
  /(?<webhook>whsec_)[\w+/]{43}=|\bORD(?:-\w{4})+|\\"[\w-]{27}(?:\.\w+)?\\"|\b[0-9a-f]{64}\b|(?<=cursor(?:\\?":\\?"|=))[\w-]{20,}|\b[0-9a-z]{1,16}:\d+(?=\\?")|(?<=after=)\w+%3A\d+|(?<="csrf_token":")[\w-]{43}|(?<="session":")[\w-]+/g

/** Replaces generated values by names, so that two runs can be compared. */
export class Naming {
  readonly #names = new Map<string, string>()
  readonly #generated: RegExp

  constructor({ secretPrefixes }: Application['naming']) {
    const prefixes = Object.values(secretPrefixes).join('|')
    const identifier = `(?!${prefixes})(?<identifier>[a-z]{3}_)[0-9A-Z]{26}`
    this.#generated = new RegExp(`${identifier}|${GENERATED.source}|(?<secret>${prefixes})[0-9A-Za-z]{7,38}`, 'g')
  }

  /** Returns a value with generated texts replaced. Equal texts get equal names, so that an answer with another record stays different. */
  plain<Value>(value: Value): Value {
    const json = JSON.stringify(value, (name, member: unknown) => (name === 'last_used_at' ? null : member))
    return JSON.parse(json.replaceAll(this.#generated, (text, ...rest) => this.#nameOf(text, rest.at(-1)))) as Value
  }

  /** Returns the name of a text. The kind comes from the matched group, because a random text sometimes begins like a secret. */
  #nameOf(text: string, { identifier, webhook, secret }: Record<string, string | undefined>): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const kind = identifier ?? webhook ?? secret ?? 'text-'
    const name = `${kind}${[...this.#names.values()].filter((other) => other.startsWith(kind)).length + 1}`
    this.#names.set(text, name)
    return name
  }
}
