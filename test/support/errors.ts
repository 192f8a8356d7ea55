import type { ErrorKind } from '@roster/core/contract'
import { application } from '@roster/api'

/** Every kind of error that the application answers with, by its code. */
export const errors: Readonly<Record<string, ErrorKind>> = Object.fromEntries(
  application.errors.map((kind) => [kind.code, kind]),
)
