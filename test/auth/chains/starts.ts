import type { Scope } from '@roster/api'
import { givePassword, PASSWORD } from '@roster/test/passwords'
import * as fc from 'fast-check'
import { EVERY, VIEWERS } from '../power/oracle.ts'
import { Knowledge } from './knowledge.ts'
import type { World } from './world.ts'

/** Somebody weak: one who lacks at least one scope, or sees its own records only. */
export interface Start {
  kind: 'machine key' | 'administrator key' | 'service' | 'viewer session' | 'viewer key'
  scopes: Scope[]
}

export const starts: fc.Arbitrary<Start> = fc.record({
  kind: fc.constantFrom<Start['kind'][]>(
    'machine key',
    'machine key',
    'administrator key',
    'service',
    'service',
    'viewer session',
    'viewer key',
  ),
  // Who lacks little gets far, and has something left to gain.
  scopes: fc.oneof(
    fc.subarray([...EVERY], { minLength: 3, maxLength: EVERY.length - 1 }),
    fc.subarray([...EVERY], { minLength: EVERY.length - 2, maxLength: EVERY.length - 1 }),
  ),
})

/** Lets it into the world. */
export async function enter(world: World, { kind, scopes }: Start): Promise<Knowledge> {
  const { service, boss } = world
  const everybodys = { scopes, owner: null }
  if (kind === 'service') {
    const client = await world.addService(scopes)
    const weak = new Knowledge(world, everybodys, { how: 'nothing', caller: service.anonymous })
    await weak.useClient(client)
    return weak
  }
  if (kind === 'machine key' || kind === 'administrator key') {
    const { id, secret } = await world.addKey(scopes, 'admin', kind === 'machine key' ? null : boss)
    world.ids.keys.push(id)
    return new Knowledge(world, everybodys, { how: 'its key', caller: service.withKey(secret) })
  }
  const owner = await world.addUser('viewer')
  const might = { scopes: VIEWERS, owner }
  if (kind === 'viewer key') {
    const { id, secret } = await world.addKey([...VIEWERS], 'viewer', owner)
    world.ids.keys.push(id)
    return new Knowledge(world, might, { how: 'its key', caller: service.withKey(secret) })
  }
  await givePassword(service.database, [owner])
  const caller = await service.browser(world.emails.get(owner)!, PASSWORD)
  const weak = new Knowledge(world, might, { how: 'its session', caller })
  weak.passwords.set(owner, PASSWORD)
  return weak
}
