/** SQL conditions that must all hold, with the values of their parameters. */
export class Conditions {
  readonly text: string
  readonly values: readonly unknown[]

  constructor(text: string, values: readonly unknown[] = []) {
    this.text = text
    this.values = values
  }

  /** Returns these conditions and one more. `value` adds a value, and returns its placeholder for the text. */
  and(write: (value: (given: unknown) => string) => string): Conditions {
    const values = [...this.values]
    const text = write((given) => `$${values.push(given)}`)
    return new Conditions(`${this.text} and ${text}`, values)
  }

  /** Returns empty conditions for the same statement: their placeholders are numbered after those of these conditions. */
  beside(): Conditions {
    return new Conditions('true', this.values)
  }

  /** Returns these conditions, and that a column equals a value where one is given. */
  andEqual(column: string, given: unknown): Conditions {
    return given === undefined ? this : this.and((value) => `"${column}" = ${value(given)}`)
  }
}
