/** SQL conditions that must all hold, with the values they are about. */
export class Conditions {
  readonly text: string
  readonly values: readonly unknown[]

  constructor(text: string, values: readonly unknown[] = []) {
    this.text = text
    this.values = values
  }

  /** These conditions and one more. `value` stands for a value in the text it returns. */
  and(write: (value: (given: unknown) => string) => string): Conditions {
    const values = [...this.values]
    const text = write((given) => `$${values.push(given)}`)
    return new Conditions(`${this.text} and ${text}`, values)
  }

  /** No condition yet, to be used in one statement with these: its values are counted from theirs on. */
  beside(): Conditions {
    return new Conditions('true', this.values)
  }

  /** These conditions, and that a column equals a value where one is given. */
  andEqual(column: string, given: unknown): Conditions {
    return given === undefined ? this : this.and((value) => `"${column}" = ${value(given)}`)
  }
}
