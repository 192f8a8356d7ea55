import { newSecret } from '@roster/core/server'
import { variable } from '../settings/variable.ts'
import type { Command } from './command.ts'

/**
 * Command that prints a new secret of an administrator's key. The standard output has the secret alone, so that a shell can set a variable to it. A start whose
 * settings have the secret makes the key.
 */
export const administratorKey: Command = {
  usage: 'administrator-key',
  summary: 'prints a new secret for an administrator, which a start takes from its settings',
  words: [0, 0],
  async run({ application: { naming }, say }) {
    process.stdout.write(`${newSecret(naming.secretPrefixes.apiKey)}\n`)
    say(`Set ${variable(naming, 'ADMIN_API_KEY')} to it: the next start makes the key, with every scope.`)
  },
}
