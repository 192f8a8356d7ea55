import type { Credential } from './credential.ts'

/** The credential of one call, which is renewed once if the service refuses it. */
export class CallCredential {
  readonly #credential: Credential | undefined
  #value: string | undefined
  #renewed: string | undefined

  constructor(credential: Credential | undefined) {
    this.#credential = credential
  }

  async addTo(headers: Headers): Promise<void> {
    if (!this.#credential) return
    this.#value = this.#renewed ?? (await this.#credential.value())
    headers.set(this.#credential.header, this.#value)
  }

  /** Gets another value after a refusal; false if there is none, or if this one was got in the same way. */
  async renew(): Promise<boolean> {
    if (this.#value === undefined || this.#renewed !== undefined) return false
    this.#renewed = await this.#credential!.value(this.#value)
    return this.#renewed !== this.#value
  }
}
