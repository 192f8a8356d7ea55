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

/** Base of the exit code of a process that a signal has ended: shells add the number of the signal. */
const INTERRUPTED = 128

/**
 * Runs an application as a process, by its environment and command line: serves until a signal stops it, or runs a command, such as `backup`. When that fails,
 * writes the reason and ends the process with 1.
 */
export async function run(application: Application): Promise<void> {
  // Only the owner may read the files that this process writes.
  process.umask(0o077)
  const line = process.argv.slice(2)
  const isCommand = isCommandLine(line)
  // An interrupted command has not done its work; a service that has not started has nothing left to do.
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

/** Runs a command. The code of commands is loaded only here. */
async function runCommandLine(application: Application, line: readonly string[]): Promise<void> {
  const { runCommand } = await import('./commands.ts')
  await runCommand(application, process.env, line)
}

/** Writes addresses and the first key to standard error once the service runs. The key is a secret, which no log may keep. */
function announce({ naming }: Application, { url, firstKey }: Announced): void {
  const lines = [`${naming.title} is running at ${url}`, `API reference: ${url}/docs`]
  if (firstKey) lines.push(`Administrator API key, shown only this once: ${firstKey}`)
  process.stderr.write(`\n${lines.join('\n')}\n\n`)
}

/** Expected errors, each with the setting that mends it, when the message does not name one. */
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

/** Returns why the process cannot run. Expected errors need no stack. */
function explained(error: unknown, naming: Naming): string {
  if (!(error instanceof Error)) return String(error)
  const refusal = refusalExplained(error)
  if (refusal) return refusal
  const foreseen = FORESEEN.find(([kind]) => error instanceof kind)
  if (!foreseen) return error.stack ?? error.message
  const [, mend] = foreseen
  return mend ? `${error.message} The setting is ${variable(naming, mend)}.` : error.message
}
