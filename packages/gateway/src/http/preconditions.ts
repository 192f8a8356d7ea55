import type { IncomingHttpHeaders } from 'node:http'
import { type AnyOperation, Problem } from '@roster/core/contract'
import { changedAt } from './changed-at.ts'
import { evaluate, isConditional, type Validators } from './conditional.ts'
import { entityTag } from './entity-tag.ts'
import { requireAcceptable } from './negotiation.ts'

const CODING = /\.(?:br|gzip)(?="\s*(?:,|$))/g

/**
 * Returns the check that runs before a write has any effect. It throws `not-acceptable` when `Accept` excludes the response, and 412 when the
 * conditions do not fit the current record. `write` gives the record as GET writes it; undefined when conditions are not about the record. The tag of
 * a compressed response stands for the same record.
 */
export function preconditionOf(
  headers: IncomingHttpHeaders,
  write: ((target: unknown) => string) | undefined,
  { name }: Pick<AnyOperation, 'name'>,
) {
  return (target: unknown): void => {
    requireAcceptable(headers.accept)
    if (!write || !isConditional(headers)) return
    if (!target)
      throw new Error(
        `${name} was sent conditions, and loads no record that they are about. Give its \`on\` a \`load\`.`,
      )
    requireMatching(headers, write, target)
  }
}

function requireMatching(headers: IncomingHttpHeaders, write: (target: unknown) => string, target: unknown): void {
  const plain = (name: 'if-match' | 'if-none-match') => ({ [name]: headers[name]?.replace(CODING, '') })
  const validators = { etag: entityTag(write(target)), lastModified: changedAt(target) }
  const result = evaluate({ ...headers, ...plain('if-match'), ...plain('if-none-match') }, validators, false)
  if (result !== 'proceed') throw preconditionFailed()
}

/** Whether a read is answered with 304. Throws `version-conflict` when its conditions do not fit. */
export function isNotModified(headers: IncomingHttpHeaders, validators: Validators): boolean {
  const result = evaluate(headers, validators, true)
  if (result === 'failed') throw preconditionFailed()
  return result === 'not-modified'
}

/** Returns `version-conflict` with status 412: the record is not in the state that the request is based on. */
export function preconditionFailed(): Problem {
  const detail =
    'The record is not in the state that the conditions of the request name. Read it again and repeat the change.'
  return new Problem('version-conflict', detail, { status: 412 })
}
