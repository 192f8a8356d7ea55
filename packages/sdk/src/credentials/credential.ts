/** What proves who is calling. */
export interface Credential {
  /** The header that carries it. */
  readonly header: 'authorization' | 'x-api-key'
  /** Its present value, where nothing has to be asked for it. */
  readonly atHand: string | undefined
  /** Gets its present value. `rejected` is a value that the service has refused: if there can be a newer one, it is fetched. */
  value(rejected?: string): string | Promise<string>
}

/** A credential that stays as it is. */
export const fixed = (header: Credential['header'], value: string): Credential => ({
  header,
  atHand: value,
  value: () => value,
})
