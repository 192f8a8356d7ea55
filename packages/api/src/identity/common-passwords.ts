import { dictionary } from '@zxcvbn-ts/language-common'
import { MIN_PASSWORD } from '../contract/password.ts'

const folded = (password: string) => password.normalize('NFKC').toLowerCase()

/** Those that are too short are refused anyway. */
const common = new Set(dictionary['passwords-common'].map(folded).filter((word) => word.length >= MIN_PASSWORD))

/** Whether a password is among those that are tried first; case makes no difference. */
export const isCommonPassword = (password: string) => common.has(folded(password))
