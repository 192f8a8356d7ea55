import type { Credential } from './credential.ts'

/** The credential of one call. A refused credential is renewed, but not twice in a row. */
export class CallCredential {
  readonly #credential: Credential | undefined
  #value: string | undefined
  #renewed: string | undefined

  constructor(credential: Credential | undefined) {
    this.#credential = credential
  }

  /** Whether the value for the next attempt is known, or none is needed. Stores the value for `addTo`. */
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

  /** Forgets the renewed value, so that later attempts ask for the credential again: the value may expire before they are made. */
  reset(): void {
    this.#renewed = undefined
  }

  /** Gets another value after a refusal. Returns false if the refused value was itself renewed, or if there is no other value. */
  async renew(): Promise<boolean> {
    if (this.#value === undefined || this.#renewed !== undefined) return false
    this.#renewed = await this.#credential!.value(this.#value)
    return this.#renewed !== this.#value
  }
}
