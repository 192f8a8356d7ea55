import { idPrefixes, newId } from '@roster/core/contract'

const HARMLESS = /^[A-Za-z0-9._-]{1,128}$/

export const newRequestId = () => newId(idPrefixes.request, Date.now())

/** Returns the caller's `X-Request-ID` when it is a harmless one, else a new identifier. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && HARMLESS.test(given) ? given : newRequestId()
}
