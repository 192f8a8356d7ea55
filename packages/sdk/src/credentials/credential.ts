/** What proves who is calling. */
export interface Credential {
  /** The header that carries it. */
  readonly header: 'authorization' | 'x-api-key'
  /** Its present value. `rejected` is a value that the service has refused: if there can be a newer one, it is fetched. */
  value(rejected?: string): string | Promise<string>
}

/** A credential that stays as it is. */
export const fixed = (header: Credential['header'], value: string): Credential => ({ header, value: () => value })
