import { userIdOf } from './holder.ts'
import type { Provider } from './library.ts'

/** Makes ID tokens name the user by the user's identifier. The library would use the holder's name, which changes with the credentials. */
export function nameSubjects(provider: Provider): void {
  const { prototype } = provider.IdToken as unknown as { prototype: { payload: () => Promise<{ sub: string }> } }
  const payload = prototype.payload
  prototype.payload = async function named() {
    const claims = await payload.call(this)
    return { ...claims, sub: userIdOf(claims.sub) }
  }
}
