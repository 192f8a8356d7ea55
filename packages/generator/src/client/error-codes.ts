import type { Application } from '../application.ts'
import { comment } from '../text/words.ts'

/** Returns the code of the types of error codes, with the status and the meaning of each. */
export function errorCodes({ errors }: Application): string {
  const members = Object.entries(errors).map(
    ([code, { status, description }]) => `${comment(`${status}. ${description}`)}'${code}': ${status}\n`,
  )
  return `/** Code of an error. More may be added. */
export type ErrorCode = keyof ErrorCodes

/** Error codes with their statuses and meanings. */
export interface ErrorCodes {
${members.join('')}}\n`
}
