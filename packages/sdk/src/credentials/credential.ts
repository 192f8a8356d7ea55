/** A credential of the caller. */
export interface Credential {
  /** Name of the header that carries the credential. */
  readonly header: 'authorization' | 'x-api-key'
  /** Value of the header, where it is known without a request; undefined otherwise. */
  readonly atHand: string | undefined
  /** Returns the current value of the header. `rejected` is a value that the service has refused: a newer one is fetched if there can be one. */
  value(rejected?: string): string | Promise<string>
}

/** Returns a credential whose value never changes. */
export const fixed = (header: Credential['header'], value: string): Credential => ({
  header,
  atHand: value,
  value: () => value,
})
