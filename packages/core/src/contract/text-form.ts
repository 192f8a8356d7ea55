import { z } from 'zod'
import { patternTold } from './fault.ts'

/** The format that a schema requires of a text, by the names of zod. */
export interface TextForm {
  format: string
  pattern?: string | undefined
  prefix?: string | undefined
  suffix?: string | undefined
  includes?: string | undefined
}

/** Messages for a text that is not in a named format. */
const FORMS: Readonly<Record<string, (form: TextForm) => string>> = {
  base64: () => 'must be in base64',
  base64url: () => 'must be in base64url',
  cidrv4: () => 'must be a range of IPv4 addresses, such as 192.0.2.0/24',
  cidrv6: () => 'must be a range of IPv6 addresses, such as 2001:db8::/32',
  date: () => 'must be a date, such as 2026-11-21',
  datetime: () => 'must be a date and a time with its offset, such as 2026-11-21T09:30:00Z',
  duration: () => 'must be a duration, such as P1DT12H',
  e164: () => 'must be a phone number with the code of its country, such as +442071838750',
  email: () => 'must be an e-mail address',
  ends_with: ({ suffix }) => `must end with ${suffix}`,
  guid: () => 'must be a UUID',
  includes: ({ includes }) => `must have ${includes} in it`,
  ipv4: () => 'must be an IPv4 address',
  ipv6: () => 'must be an IPv6 address',
  lowercase: () => 'must be in lower case',
  starts_with: ({ prefix }) => `must start with ${prefix}`,
  time: () => 'must be a time of day, such as 09:30:00',
  uppercase: () => 'must be in upper case',
  url: () => 'must be an address with its scheme, such as https://example.com',
  uuid: () => 'must be a UUID',
}

/** Returns the message for a text that is not in the format of its schema, to be read after the member's name. */
export function formTold(form: TextForm): string {
  const told = FORMS[form.format]
  if (told) return withFittingExample(told(form), form)
  const { pattern = '' } = form
  if (pattern === '') return 'does not have the expected format'
  return patternTold(pattern.startsWith('/') ? pattern : `/${pattern}/`)
}

/** Returns a message without its example when the schema refuses that example, as by its precision. */
function withFittingExample(told: string, { pattern }: TextForm): string {
  const [words, example] = told.split(', such as ') as [string, string?]
  const [, source, flags] = /^\/(.*)\/(\w*)$/s.exec(pattern ?? '') ?? []
  return example === undefined || source === undefined || new RegExp(source, flags).test(example) ? told : words
}

type FormIssue = z.core.$ZodIssueInvalidStringFormat

/**
 * Returns the message for a format issue: the schema's own where it has one, as in `z.string().regex(pattern, 'must be three capitals')`, else that of
 * `formTold`.
 */
export const issueTold = (issue: FormIssue): string => ownWordsOr(issue, formTold(issue))

/** Returns the message that the schema itself has for an issue, or else `told`. */
export const ownWordsOr = (issue: z.core.$ZodIssue, told: string): string => (hasOwnWords(issue) ? issue.message : told)

function hasOwnWords(issue: z.core.$ZodIssue): boolean {
  const usual = z.config().localeError?.(issue as never)
  return issue.message !== (typeof usual === 'string' ? usual : usual?.message)
}
