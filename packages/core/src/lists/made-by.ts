import type { Conditions } from '../data/conditions.ts'

/** These conditions, and that `created_by` is this maker itself. */
export function madeBy(where: Conditions, maker: string): Conditions {
  return where.and((value) => `"created_by" ->> 'id' = ${value(maker)}`)
}

/** These conditions, and that `created_by` is this maker where one is given: of a user, its API keys as well, those included that are revoked. */
export function madeFor(where: Conditions, maker: string | undefined): Conditions {
  if (maker === undefined) return where
  return where.and((value) => {
    const id = value(maker)
    return `"created_by" ->> 'id' in (select ${id}::text union all select "id" from "api_keys" where "user_id" = ${id})`
  })
}
