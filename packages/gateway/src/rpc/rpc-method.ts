import { Problem } from '@roster/core/contract'
import type { FastifyRequest } from 'fastify'

/** Values of `Allow` for a procedure, by the method that it is called with. */
export const ALLOW = { GET: 'GET, HEAD, OPTIONS', POST: 'OPTIONS, POST' } as const

/** Returns the method that a request makes its calls with. HEAD is answered as GET is, without the body. */
export const callMethod = ({ method }: Pick<FastifyRequest, 'method'>): string => (method === 'HEAD' ? 'GET' : method)

/** Returns `method-not-allowed` with the methods that a procedure is called with. */
export const wrongMethod = (name: string, expected: keyof typeof ALLOW, method: string) =>
  new Problem('method-not-allowed', `${name} is called with ${expected}, not with ${method}.`, {
    headers: { allow: ALLOW[expected] },
  })
