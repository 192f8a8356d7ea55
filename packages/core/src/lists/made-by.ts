import type { Conditions } from '../data/conditions.ts'

/** Returns these conditions, and that `created_by` is this maker itself. */
export function madeBy(where: Conditions, maker: string): Conditions {
  return where.and((value) => `"created_by" ->> 'id' = ${value(maker)}`)
}

/**
 * Returns these conditions, and that `created_by` is this maker where one is given. For a user, records made by the user's API keys are included, also by
 * revoked ones.
 */
export function madeFor(where: Conditions, maker: string | undefined): Conditions {
  if (maker === undefined) return where
  return where.and((value) => {
    const id = value(maker)
    return `"created_by" ->> 'id' in (select ${id}::text union all select "id" from "api_keys" where "user_id" = ${id})`
  })
}
