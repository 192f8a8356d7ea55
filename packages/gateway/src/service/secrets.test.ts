import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
import { signingKeys } from '@roster/core/server'
import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { synced } from '@roster/test/disk'
import { dataDirectory } from '@roster/test/process'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { examineDatabase } from '../commands/examine-database.ts'
import { restore } from '../commands/restore.ts'
import { readSettings } from '../settings/settings.ts'
import { variable } from '../settings/variable.ts'
import { secretsAtStart, secretsOf } from './secrets.ts'
import { startService } from './start.ts'

const { naming } = application

let copy: TestDatabase
let directory: string
beforeAll(async () => void (copy = await copyDatabase()))
afterAll(() => copy.drop())
beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'roster-secrets-'))))
afterEach(() => rm(directory, { recursive: true, force: true }))

const file = () => join(directory, 'secret')
const settings = () => readSettings(naming, { PORT: '0', LOG_LEVEL: 'silent', ROSTER_DATA_DIR: directory })
const atStart = () => secretsAtStart(naming, settings(), copy.database)

/** Keeps something in the database that a secret has sealed, which is in no file. */
async function sealOtherwise(): Promise<void> {
  await signingKeys(copy.database, [randomBytes(32)], Date.now).list()
}

const forget = () => copy.database.query({ text: 'delete from signing_keys' })

test('the first start makes a secret, whole and for its owner alone, and the next one has the same', async () => {
  writeFileSync(`${file()}.unfinished`, 'cut off')
  const secrets = await atStart()
  expect(secrets).toEqual([Buffer.from(readFileSync(file(), 'utf8'), 'base64')])
  expect(secrets[0]).toHaveLength(32)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(directory)).toEqual(['secret'])
  expect(await atStart()).toEqual(secrets)
  expect(secretsOf(naming, settings())).toEqual(secrets)
})

test('a secret is on the disk with its name before it seals anything', async () => {
  const numbers = await synced()
  await atStart()
  expect(numbers).toEqual([file(), directory].map((path) => statSync(path).ino))
})

test.each([0, 1, 31])('a secret of %i bytes is refused, and stays as it is', async (length) => {
  const short = randomBytes(length).toString('base64')
  writeFileSync(file(), short)
  await expect(atStart()).rejects.toThrow(
    `${file()} has a secret of ${length} bytes, and not of 32 or more: it was cut short.`,
  )
  expect(readFileSync(file(), 'utf8')).toBe(short)
})

const MISSING = /ROSTER_SECRET is not set, and .*secret is missing, .* Put it back, or set ROSTER_SECRET to what was/

test('a start makes no secret beside a database that another one has sealed, and says what to do', async () => {
  await sealOtherwise()
  await expect(atStart()).rejects.toThrow(MISSING)
  expect(existsSync(file())).toBe(false)
  await forget()
  await expect(atStart()).resolves.toHaveLength(1)
})

test('neither an examination nor a restoration makes a secret', async () => {
  await sealOtherwise()
  const patient = { application, settings: settings(), called: (name: 'SECRET') => variable(naming, name) }
  const found = await examineDatabase(copy.database, patient as Parameters<typeof examineDatabase>[1])
  expect(found.at(-1)).toEqual({ kind: 'fault', text: expect.stringMatching(MISSING) })
  await forget()
  const environment = { ROSTER_DATA_DIR: directory }
  const call = { application, environment, words: ['roster.backup'], options: {}, say: () => {}, show: () => {} }
  await expect(restore.run(call)).rejects.toThrow(MISSING)
  expect(readdirSync(directory)).toEqual([])
})

test('a service that has only part of its secret does not start, and leaves its directory to the next one', async () => {
  const data = await dataDirectory(join(directory, 'data'))
  writeFileSync(join(data, 'secret'), '')
  const start = () => startService(application, { ...settings(), DATA_DIR: data })
  await expect(start()).rejects.toThrow('it was cut short')
  await expect(start()).rejects.toThrow('it was cut short')
})
