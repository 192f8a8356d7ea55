/** Maximum length of an e-mail address, in characters (RFC 5321). */
export const MAX_EMAIL = 254

const MAX_LOCAL_LENGTH = 64

// RFC 5321 dot-atom with the Unicode of RFC 6531; quoted local parts and address literals are not accepted.
const LOCAL = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^[\p{L}\p{N}\p{M}-]+(?:\.[\p{L}\p{N}\p{M}-]+)+$/u
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * Returns the form in which two addresses are compared: lower case, NFKC, and the domain in its ASCII form (IDNA). Dots and plus signs are not folded.
 * Undefined when the text is no address.
 */
export function emailKey(address: string): string | undefined {
  if (address.length > MAX_EMAIL) return undefined
  const at = address.lastIndexOf('@')
  // Small letters may have a composed form where capitals have none.
  const local = address.slice(0, at).normalize('NFKC').toLowerCase().normalize('NFKC')
  const domain = asciiDomain(address.slice(at + 1).normalize('NFKC'))
  if (at < 1 || domain === undefined || !address.isWellFormed()) return undefined
  if (address.slice(0, at).length > MAX_LOCAL_LENGTH || !LOCAL.test(local)) return undefined
  return `${local}@${domain}`
}

function asciiDomain(domain: string): string | undefined {
  if (!DOMAIN.test(domain)) return undefined
  const address = `https://${domain}`
  if (!URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  const labels = hostname.split('.')
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!)
  return isName ? hostname : undefined
}
