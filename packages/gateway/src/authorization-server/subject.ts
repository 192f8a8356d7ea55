import { userIdOf } from './holder.ts'
import type { Provider } from './library.ts'

/** Names the user in ID tokens by its identifier, rather than as the holder of some credentials, as the library would. */
export function nameSubjects(provider: Provider): void {
  const { prototype } = provider.IdToken as unknown as { prototype: { payload: () => Promise<{ sub: string }> } }
  const payload = prototype.payload
  prototype.payload = async function named() {
    const claims = await payload.call(this)
    return { ...claims, sub: userIdOf(claims.sub) }
  }
}
