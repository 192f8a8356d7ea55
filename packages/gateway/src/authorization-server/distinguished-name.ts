import type { X509Certificate } from 'node:crypto'

/**
 * Returns the subject of a certificate as a distinguished name (RFC 4514): the relative names in reverse order, separated by commas. Node writes one
 * relative name per line, first to last, with its special characters already escaped, and gives undefined for an empty name.
 */
export function distinguishedNameOf({ subject }: { subject: X509Certificate['subject'] | undefined }): string {
  return (subject ?? '').replaceAll(' + ', '+').split('\n').toReversed().join(',')
}

/** Whether two distinguished names are equal. Attribute types match in any case; characters may be escaped in any of the ways of RFC 4514, section 2.4. */
export const isSameName = (one: string, other: string) => canonical(one) === canonical(other)

const ATTRIBUTE = /(^|[,+])([^=,+]+)=((?:\\.|[^\\,+])*)/g
const ESCAPED = /((?:\\[\da-f]{2})+)|\\(.)/gi

const canonical = (name: string) =>
  JSON.stringify(
    Array.from(name.matchAll(ATTRIBUTE), ([, separator, type, value]) => [
      separator,
      type!.toLowerCase(),
      value!.replaceAll(ESCAPED, (_, octets?: string, character?: string) => character ?? textOf(octets!)),
    ]),
  )

const textOf = (octets: string) => Buffer.from(octets.replaceAll('\\', ''), 'hex').toString()
