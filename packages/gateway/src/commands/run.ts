import cluster from 'node:cluster'
import { constants } from 'node:os'
import type { Application } from '@roster/core'
import {
  BackupError,
  DatabaseUnreachable,
  DirectAddressRefused,
  DefinitionError,
  DirectoryInUse,
  DirectoryNotPrivate,
  DirectoryUnusable,
  MigrationFailed,
  ReplicaRefused,
  SealedOtherwise,
  TableInUse,
} from '@roster/core/server'
import type { Naming } from '@roster/core/contract'
import { CommandError, isHelp } from './command.ts'
import { refusalExplained } from './server-refusals.ts'
import { CannotListen } from '../server/port.ts'
import { exitOnSignals, stopOnSignals } from '../server/stop.ts'
import { readSettings, SettingsError } from '../settings/settings.ts'
import type { SettingName } from '../settings/schema.ts'
import { variable } from '../settings/variable.ts'
import { serveAsWorker, superviseWorkers } from '../service/workers/serve.ts'
import { type Announced, WorkerFailed } from '../service/workers/supervisor.ts'
import { CopyRefused } from '../service/control.ts'
import { releaseMemoryWhenIdle } from '../service/idle-memory.ts'
import { DirectoryMoved } from '../service/moved.ts'
import { SchemaBehind } from '../service/schema-behind.ts'
import { startService } from '../service/start.ts'

/** What shells add the number of a signal to, for the exit code of who was ended by it. */
const INTERRUPTED = 128

/**
 * Serves an application as a process of its own, by its environment and command line, until a signal stops it; or does what a command asks for, such as
 * `backup`. Says why where it cannot.
 */
export async function run(application: Application): Promise<void> {
  // What this process writes is for its owner alone.
  process.umask(0o077)
  const line = process.argv.slice(2)
  const isCommand = isCommandLine(line)
  // A command that is broken off has not done its work; a service that has not begun has nothing left to do.
  exitOnSignals((signal) => (isCommand ? INTERRUPTED + constants.signals[signal] : 0))
  try {
    if (isCommand) return await runCommandLine(application, line)
    const settings = readSettings(application.naming, process.env, line)
    if (settings.WORKERS === 1)
      announce(application, await startService(application, settings, { onBuilt: stopOnSignals }))
    else if (cluster.isPrimary) announce(application, await superviseWorkers(application, settings))
    else await serveAsWorker(application, settings)
    releaseMemoryWhenIdle()
  } catch (error) {
    process.stderr.write(`${explained(error, application.naming)}\n`)
    process.exit(1)
  }
}

const isCommandLine = ([word]: readonly string[]): boolean =>
  word !== undefined && (isHelp(word) || !word.startsWith('-'))

/** Loads commands for who calls one. */
async function runCommandLine(application: Application, line: readonly string[]): Promise<void> {
  const { runCommand } = await import('./commands.ts')
  await runCommand(application, process.env, line)
}

/** Tells people, beside the log, what they want to know once the service runs. The key is a secret, which no log is to keep. */
function announce({ naming }: Application, { url, firstKey }: Announced): void {
  const lines = [`${naming.title} is running at ${url}`, `API reference: ${url}/docs`]
  if (firstKey) lines.push(`Administrator API key, shown only this once: ${firstKey}`)
  process.stderr.write(`\n${lines.join('\n')}\n\n`)
}

/** What was foreseen, and the setting that mends it, where the message does not name one. */
const FORESEEN: readonly [kind: abstract new (...given: never[]) => Error, mend?: SettingName][] = [
  [CommandError],
  [CopyRefused],
  [BackupError],
  [SettingsError],
  [DefinitionError],
  [CannotListen],
  [DatabaseUnreachable],
  [DirectAddressRefused],
  [ReplicaRefused],
  [WorkerFailed],
  [DirectoryMoved],
  [SchemaBehind],
  [TableInUse],
  [MigrationFailed],
  [DirectoryInUse, 'DATA_DIR'],
  [DirectoryNotPrivate, 'DATA_DIR'],
  [DirectoryUnusable, 'DATA_DIR'],
  [SealedOtherwise, 'SECRET'],
]

/** Why the process cannot run. What was foreseen needs no stack. */
function explained(error: unknown, naming: Naming): string {
  if (!(error instanceof Error)) return String(error)
  const refusal = refusalExplained(error)
  if (refusal) return refusal
  const foreseen = FORESEEN.find(([kind]) => error instanceof kind)
  if (!foreseen) return error.stack ?? error.message
  const [, mend] = foreseen
  return mend ? `${error.message} The setting is ${variable(naming, mend)}.` : error.message
}
