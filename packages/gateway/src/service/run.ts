import type { Application } from '@roster/api'
import { DatabaseUnreachable, DirectoryInUse, DirectoryNotPrivate, SealedOtherwise } from '@roster/api/app'
import { namingOf } from '../naming/naming.ts'
import { PortInUse } from '../server/port.ts'
import { stopOnSignals } from '../server/stop.ts'
import { readSettings, SettingsError } from '../settings/settings.ts'
import { type RunningService, startService } from './start.ts'

/** Serves an application as a process of its own, by its environment and command line, until a signal stops it. Says why where it cannot. */
export async function run(application: Application): Promise<void> {
  // What this process writes is for its owner alone.
  process.umask(0o077)
  try {
    const settings = readSettings(namingOf(application.name), process.env, process.argv.slice(2))
    announce(application, await startService(application, settings, { onBuilt: stopOnSignals }))
  } catch (error) {
    process.stderr.write(`${explained(error)}\n`)
    process.exit(1)
  }
}

/** Tells people, beside the log, what they want to know once the service runs. The key is a secret, which no log is to keep. */
function announce({ name }: Application, { url, firstKey }: RunningService): void {
  const lines = [`${name} is running at ${url}`, `API reference: ${url}/docs`]
  if (firstKey) lines.push(`Administrator API key, shown only this once: ${firstKey}`)
  process.stderr.write(`\n${lines.join('\n')}\n\n`)
}

const FORESEEN = [SettingsError, DirectoryInUse, DirectoryNotPrivate, DatabaseUnreachable, SealedOtherwise, PortInUse]

/** Why the process cannot run. What was foreseen needs no stack. */
function explained(error: unknown): string {
  if (FORESEEN.some((kind) => error instanceof kind)) return (error as Error).message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
