import { z } from 'zod'
import { normalized } from './normal-form.ts'

export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 128

const lengthOf = (text: string) => Array.from(normalized(text, 'NFKC', MAX_PASSWORD)).length

/** A new password: any characters, counted as code points after NFKC. */
export const newPassword = z
  .string()
  .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
  .check((context) => {
    const input = context.value
    const size = { origin: 'string', inclusive: true, input } as const
    const length = lengthOf(input)
    if (length < MIN_PASSWORD) context.issues.push({ code: 'too_small', minimum: MIN_PASSWORD, ...size })
    if (length > MAX_PASSWORD) context.issues.push({ code: 'too_big', maximum: MAX_PASSWORD, ...size })
  })
  .meta({
    format: 'password',
    minLength: MIN_PASSWORD,
    maxLength: MAX_PASSWORD,
    description:
      'The new password. Common passwords are refused, and so are repetitions of one character or word, and the e-mail address, the name of the user or of the service, each with a few more characters.',
    examples: ['correct horse battery staple'],
  })

/** Schema of a password that is compared with the stored one, and so may be any text. */
export const givenPassword = z
  .string()
  .max(1_024)
  .meta({ format: 'password', description: 'The password.', examples: ['correct horse battery staple'] })
