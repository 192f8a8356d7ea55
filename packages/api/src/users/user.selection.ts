import { Conditions, type Filter, searchPatterns, searchQuery } from '@roster/core'
import type { UserRecord } from './users.contract.ts'

/** Filter of a list or an export of users. */
export interface UserFilter {
  role?: UserRecord['role'] | undefined
  status?: UserRecord['status'] | undefined
  search?: string | undefined
}

/** Returns the conditions of users that exist now. `only` is the one user that they may select; null selects all. */
export function existingUsers(only: string | null): Conditions {
  return new Conditions('"deleted_at" is null').andEqual('id', only ?? undefined)
}

/** Returns the conditions of existing users that pass a filter, for a pass over all of them. */
export function usersMatching(filter: UserFilter, only: string | null): Conditions {
  const users = existingUsers(only)
  return filterOf(filter)?.checked(users) ?? users
}

/** Returns a filter for lists; undefined for one that lets every user pass. */
export function filterOf({ role, status, search = '' }: UserFilter): Filter | undefined {
  if (role === undefined && status === undefined && search === '') return undefined
  const checked = (conditions: Conditions) =>
    searchPatterns(search).reduce(
      (all, pattern) => all.and((value) => `"search" like ${value(pattern)}`),
      conditions.andEqual('role', role).andEqual('status', status),
    )
  const query = searchQuery(search)
  const indexed = (conditions: Conditions) =>
    query === undefined
      ? checked(conditions)
      : checked(conditions).and((value) => `search_grams("search") @@ ${value(query)}::tsquery`)
  return { checked, indexed }
}
