import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@roster/core'
import { DirectoryInUse, KEPT } from '@roster/core/server'
import { openApplicationDatabase } from '../service/database.ts'
import { readSettings } from '../settings/settings.ts'
import { variable } from '../settings/variable.ts'
import { examineBroker } from './examine-broker.ts'
import { examineDatabase } from './examine-database.ts'
import { examineRedis } from './examine-redis.ts'
import { examineTls } from './examine-tls.ts'
import { type Command, CommandError } from './command.ts'
import { fault, type Finding, fine, type Patient, warning } from './finding.ts'

const MARKS = { fine: '✓', warning: '!', fault: '✗' } as const

/** Command that checks everything a service needs, and says what is wrong and what to do. Changes nothing. */
export const doctor: Command = {
  usage: 'doctor',
  summary: 'looks at settings, database, replicas, clock, Redis, broker and certificates, and says what to mend',
  words: [0, 0],
  async run({ application, environment, say }) {
    const { naming } = application
    const settings = readSettings(naming, environment)
    const patient: Patient = { application, settings, called: (name) => variable(naming, name) }
    const unknown = settings.unknown.map(({ name, nearest }) =>
      warning(`${name} is no setting of ${naming.title}${nearest ? `; there is ${nearest}` : ''}.`),
    )
    const findings = [fine('The settings can be used.'), ...unknown]
    findings.push(...examineTls(patient), ...(await examineRedis(patient)), ...(await examineBroker(patient)))
    findings.push(...(await withDatabase(patient)))
    for (const { kind, text } of findings) say(`${MARKS[kind]} ${text}`)
    const faults = findings.filter(({ kind }) => kind === 'fault').length
    if (faults > 0)
      throw new CommandError(faults === 1 ? 'One thing is to be mended.' : `${faults} things are to be mended.`)
  },
}

async function withDatabase(patient: Patient): Promise<Finding[]> {
  const { DATABASE_URL, DATA_DIR } = patient.settings
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, KEPT.cluster)))
    return [fine(`There is no database in ${DATA_DIR} yet; the first start makes it.`)]
  let database: Database
  try {
    database = await openApplicationDatabase(patient.application, patient.settings)
  } catch (error) {
    if (error instanceof DirectoryInUse)
      return [fine(`A process has the data directory ${DATA_DIR} open; its log says what it meets.`)]
    return [fault((error as Error).message)]
  }
  try {
    return await examineDatabase(database, patient)
  } finally {
    await database.close()
  }
}
