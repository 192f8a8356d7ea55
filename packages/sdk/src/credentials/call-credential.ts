import type { Credential } from './credential.ts'

/** The credential of one call. A refused credential is renewed, but not twice in a row. */
export class CallCredential {
  readonly #credential: Credential | undefined
  #value: string | undefined
  #renewed: string | undefined

  constructor(credential: Credential | undefined) {
    this.#credential = credential
  }

  /** Adds the value for the next attempt. A value that is not at hand is fetched, `within` the limits of the call. */
  async addTo(headers: Headers, within: (work: () => Promise<string>) => Promise<string>): Promise<void> {
    if (!this.#credential) return
    this.#value = this.#renewed ?? this.#credential.atHand ?? (await within(async () => this.#credential!.value()))
    headers.set(this.#credential.header, this.#value)
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
