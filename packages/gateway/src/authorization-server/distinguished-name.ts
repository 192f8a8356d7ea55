import type { X509Certificate } from 'node:crypto'

/**
 * The subject of a certificate as a distinguished name (RFC 4514): the relative names in reverse order, separated by commas. Node writes one
 * relative name a line, first to last, with its special characters escaped already, and nothing at all for a name that is empty.
 */
export function distinguishedNameOf({ subject }: { subject: X509Certificate['subject'] | undefined }): string {
  return (subject ?? '').replaceAll(' + ', '+').split('\n').toReversed().join(',')
}

/** Whether two texts name the same: types of attributes in any case, and characters escaped in any of the ways there are (RFC 4514, section 2.4). */
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
