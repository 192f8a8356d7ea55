import type { X509Certificate } from 'node:crypto'

/**
 * The subject of a certificate as a distinguished name (RFC 4514): the relative names in reverse order, separated by commas. Node writes one
 * relative name a line, first to last, with its special characters escaped already.
 */
export function distinguishedNameOf({ subject }: X509Certificate): string {
  return subject.replaceAll(' + ', '+').split('\n').toReversed().join(',')
}
