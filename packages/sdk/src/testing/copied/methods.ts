// Written from the contract by `npm run generate:sdk`.

/** The methods that an operation can have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Whether requests of this method take an `Idempotency-Key`: those whose repetition could have an effect twice. */
export const takesIdempotencyKey = (method: string) => method === 'POST' || method === 'PATCH'

/** Returns whether requests of this method change what is at their own path, so that their conditions are about it (RFC 9110, section 13.1). */
export const changesItsPath = (method: string) => method === 'PUT' || method === 'PATCH' || method === 'DELETE'
