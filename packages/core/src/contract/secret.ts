import { z } from 'zod'

/** Number of leading characters of a secret that are shown, so that people can tell keys apart. */
export const SHOWN_LENGTH = 12

/** The part of an example secret after the prefix: 32 characters, and their checksum. */
const EXAMPLE = 'E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'

/** The secret that examples use, with this prefix. */
export const exampleSecret = (prefix: string) => prefix + EXAMPLE

/** Schema of a secret with this prefix. */
export const secretSchema = (prefix: string, description: string) =>
  z
    .string()
    .max(prefix.length + EXAMPLE.length)
    .meta({ pattern: `^${prefix}[0-9A-Za-z]{${EXAMPLE.length}}$`, description, examples: [exampleSecret(prefix)] })

/** Schema of the first characters of a secret with this prefix. */
export const shownSecretSchema = (prefix: string, description: string) =>
  z
    .string()
    .max(SHOWN_LENGTH)
    .meta({
      pattern: `^${prefix}[0-9A-Za-z]{${SHOWN_LENGTH - prefix.length}}$`,
      description,
      examples: [exampleSecret(prefix).slice(0, SHOWN_LENGTH)],
    })
