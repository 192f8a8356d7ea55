// RFC 4514, section 3: attributes are joined by `+`, and the parts of the name by commas; special characters are escaped, and so are control characters.
const ATTRIBUTE_TYPE = String.raw`(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)+)`
const ESCAPED = String.raw`\\(?:[ #=+,;<>"\\]|[0-9A-Fa-f]{2})`
const PLAIN = String.raw`[^\p{Cc}\p{Cs}"+,;<>\\]`
const FIRST = String.raw`[^\p{Cc}\p{Cs} #"+,;<>\\]`
const LAST = String.raw`[^\p{Cc}\p{Cs} "+,;<>\\]`
const TEXT = `(?:(?:${FIRST}|${ESCAPED})(?:(?:${PLAIN}|${ESCAPED})*(?:${LAST}|${ESCAPED}))?)?`
const ATTRIBUTE = `${ATTRIBUTE_TYPE}=(?:#(?:[0-9A-Fa-f]{2})+|${TEXT})`
const RELATIVE_NAME = String.raw`${ATTRIBUTE}(?:\+${ATTRIBUTE})*`
const DISTINGUISHED_NAME = new RegExp(`^${RELATIVE_NAME}(?:,${RELATIVE_NAME})*$`, 'u')

/** Whether a text is a distinguished name (RFC 4514, section 3). */
export const isDistinguishedName = (text: string): boolean => DISTINGUISHED_NAME.test(text)
