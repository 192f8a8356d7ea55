import type { Credential } from './credential.ts'

/** The credential of one call, which is renewed where the service refuses it, though not twice in a row. */
export class CallCredential {
  readonly #credential: Credential | undefined
  #value: string | undefined
  #renewed: string | undefined

  constructor(credential: Credential | undefined) {
    this.#credential = credential
  }

  /** Whether the next attempt can be made without asking for a value. */
  get isAtHand(): boolean {
    this.#value = this.#renewed ?? this.#credential?.atHand
    return !this.#credential || this.#value !== undefined
  }

  async fetch(): Promise<void> {
    this.#value = await this.#credential!.value()
  }

  addTo(headers: Headers): void {
    if (this.#credential) headers.set(this.#credential.header, this.#value!)
  }

  /** Has later attempts ask for the credential anew: what was renewed may have ended before they are made. */
  reset(): void {
    this.#renewed = undefined
  }

  /** Gets another value after a refusal; false if there is none, or if this one was got in the same way. */
  async renew(): Promise<boolean> {
    if (this.#value === undefined || this.#renewed !== undefined) return false
    this.#renewed = await this.#credential!.value(this.#value)
    return this.#renewed !== this.#value
  }
}
