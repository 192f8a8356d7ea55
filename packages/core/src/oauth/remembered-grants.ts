/** The content of a sign-in's artifact, as far as it concerns grants: what oidc-provider stores in its `Session`. */
interface SignInContent {
  authorizations?: Record<string, { grantId?: string }>
}

/** Returns the grants that a sign-in remembers, by client. */
export function rememberedGrants({ authorizations = {} }: SignInContent): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(authorizations).flatMap(([client, { grantId }]) => (grantId ? [[client, grantId] as const] : [])),
  )
}
