import type { AnyOperation } from '@roster/core/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../database.ts'
import { exampleInput } from '../examples.ts'
import { PASSWORD } from '../passwords.ts'
import { operationsOf, over } from '../protocols.ts'
import type { Service } from '../service.ts'
import { adminOf, isOfSessions, prepare, serviceOf, type Subject } from '../subject.ts'

/** Tests that a migration may add columns while processes of the previous version run: all their reads and writes still succeed. */
export async function columnSuite(subject: Subject): Promise<void> {
  const { application } = subject
  const all = [...operationsOf(application)]

  describe.runIf(onPostgres)('in a process that runs while every table is given another column', () => {
    let service: Service
    beforeAll(async () => {
      service = await serviceOf(subject)
      for (const [, operation] of all) await statusOf(operation)
      for (const { meta } of application.entities)
        await service.database.query({ text: `alter table "${meta.tableName}" add column added_later text` })
    })
    afterAll(() => service.stop())

    async function statusOf(operation: AnyOperation): Promise<number> {
      await prepare(subject, service, operation)
      const caller = isOfSessions(operation) ? await service.browser(subject.administrator, PASSWORD) : adminOf(service)
      return (await over('REST', caller)(operation.name, exampleInput(operation))).status
    }

    test.each(all)('%s goes on', async (_name, operation) => {
      expect(await statusOf(operation)).toBe(operation.status)
    })
  })
}
