/** The methods that an operation can have. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Whether requests of this method take an `Idempotency-Key`: POST and PATCH, which could have an effect twice when repeated. */
export const takesIdempotencyKey = (method: string) => method === 'POST' || method === 'PATCH'

/** Returns whether a method changes the resource at the path of the request, so that conditional headers are about that resource (RFC 9110, section 13.1). */
export const changesItsPath = (method: string) => method === 'PUT' || method === 'PATCH' || method === 'DELETE'
