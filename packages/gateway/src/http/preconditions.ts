import type { IncomingHttpHeaders } from 'node:http'
import { type AnyOperation, Problem } from '@roster/core/contract'
import { evaluate, isConditional } from './conditional.ts'
import { entityTag } from './entity-tag.ts'
import { requireAcceptable } from './negotiation.ts'

const CODING = /\.(?:br|gzip)(?="\s*(?:,|$))/g

/**
 * What must hold before a write has any effect: that its answer is acceptable, and that its conditions fit the record as it is now. `write` gives
 * the record as GET writes it; undefined where conditions are not about it. A tag from a compressed answer stands for the same record.
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
  const { updated_at: lastModified } = target as { updated_at?: string }
  const validators = { etag: entityTag(write(target)), lastModified }
  const result = evaluate({ ...headers, ...plain('if-match'), ...plain('if-none-match') }, validators, false)
  if (result !== 'proceed') throw preconditionFailed()
}

/** 412, with the code of a version conflict: what the request was based on is not what is there. */
export function preconditionFailed(): Problem {
  const detail =
    'The record is not in the state that the conditions of the request name. Read it again and repeat the change.'
  return new Problem('version-conflict', detail, { status: 412 })
}
