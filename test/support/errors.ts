import type { ErrorKind } from '@roster/core/contract'
import { application } from '@roster/api'

/** All kinds of errors of the application, by code. */
export const errors: Readonly<Record<string, ErrorKind>> = Object.fromEntries(
  application.errors.map((kind) => [kind.code, kind]),
)
