import { normalized } from '../contract/normal-form.ts'
import { MAX_PASSWORD } from '../contract/password.ts'

/** OWASP's parameters for argon2id, the library's default algorithm: memory in KiB, passes and lanes (Password Storage Cheat Sheet). */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash for an unknown user: comparing with it takes as long as with a real one, and no password matches. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$Ntb4SVcsvuQHTtosvjJAXg$4ESG5wN6CbGd75+bx5shXwyTR/Llc9vRYhXM1hRVsmQ'

/** Returns what is stored in place of a password: its argon2id hash, with parameters and salt (PHC string format). Runs off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2()
  return hash(prepared(password), ARGON2ID)
}

/** Whether a password matches a hash. Without a hash it takes as long, and returns false. */
export async function isPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  const { verify } = await argon2()
  const isRight = await verify(hashed ?? NOBODYS, prepared(password))
  return isRight && typeof hashed === 'string'
}

/** Loaded with the first password, because many processes never see one. */
const argon2 = () => import('@node-rs/argon2')

/** Returns the normal form of a password, because keyboards encode the same characters differently (NIST SP 800-63B, section 3.1.1.2). */
const prepared = (password: string) => normalized(password, 'NFKC', MAX_PASSWORD)
