/**
 * Writes the fingerprints of the most common passwords that have the minimum length, from a list of passwords by frequency, one per line:
 * `node scripts/run.cjs scripts/common-passwords.ts 10-million-password-list-top-1000000.txt` (SecLists, MIT).
 */
import { readFile, writeFile } from 'node:fs/promises'
import { MIN_PASSWORD } from '../packages/core/src/contract/password.ts'
import { fingerprintOf, prepared } from '../packages/core/src/identity/password-fingerprint.ts'
import { formatted } from '../packages/generator/src/text/format.ts'

const COUNT = 10_000
const PATH = 'packages/core/src/identity/common-password-fingerprints.ts'

const lines = (await readFile(process.argv[2]!, 'utf8')).split('\n').map(prepared)
const long = new Set(lines.filter((line) => Array.from(line).length >= MIN_PASSWORD))
const fingerprints = Uint32Array.from(Array.from(long).slice(0, COUNT), fingerprintOf).toSorted()
const bytes = Buffer.alloc(fingerprints.length * 4)
for (const [index, fingerprint] of fingerprints.entries()) bytes.writeUInt32BE(fingerprint, index * 4)

const module = `// Written by \`scripts/common-passwords.ts\` from the list "10-million-password-list-top-1000000" of SecLists (MIT License).

/** Fingerprints of the ${COUNT} commonest passwords of ${MIN_PASSWORD} characters or more, in base64. */
export const FINGERPRINTS = '${bytes.toString('base64')}'
`
await writeFile(new URL(`../${PATH}`, import.meta.url), await formatted(PATH, module))
