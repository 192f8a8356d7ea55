import { z } from 'zod'
import { emailKey, MAX_EMAIL } from './email-key.ts'

/** An e-mail address, kept as typed. */
export const emailAddress = z
  .string()
  .max(MAX_EMAIL)
  .refine((text) => emailKey(text) !== undefined, {
    error: 'must be an e-mail address, such as ada@example.com',
    params: { code: 'invalid-format' },
  })
  .meta({
    format: 'email',
    description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
    examples: ['ada@example.com'],
  })
