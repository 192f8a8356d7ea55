import { exampleId, idSchema, listOf, operation, pageParameters, resource, sortParameters } from '@roster/core/contract'
import { z } from 'zod'
import { branch, EXAMPLE_TIMES, expectedVersion, times, version, words } from '../members.ts'

const exampleShelves = [{ name: 'Mathematics', height: 2.1, shelves: [{ name: 'A-12', height: 0.35, shelves: [] }] }]

/** A shelf and its inner shelves. */
const shelf = z
  .strictObject({
    name: words('What is written on it.', 'Mathematics'),
    height: z
      .number()
      .positive()
      .max(10)
      .meta({ description: 'In metres.', examples: [2.1] }),
    get shelves() {
      return z
        .array(shelf)
        .max(100)
        .meta({ description: 'The shelves within it.', examples: [[]] })
    },
  })
  .meta({ id: 'Shelf', description: 'A shelf, and those within it.', examples: [exampleShelves[0]!] })

const floor = z
  .int()
  .min(-5)
  .max(50)
  .meta({ description: 'The floor; those under the ground are negative.', examples: [0] })
const shelves = z
  .array(shelf)
  .max(100)
  .meta({ description: 'The shelves of the floor.', examples: [exampleShelves] })

const examplePlan = {
  id: exampleId('pln'),
  branch: 'north',
  floor: 0,
  shelves: exampleShelves,
  version: 1,
  ...EXAMPLE_TIMES,
}

export const plan = z
  .object({ id: idSchema('pln', 'the plan'), branch, floor, shelves, version, ...times })
  .meta({ id: 'Plan', description: 'The shelves of a floor.', examples: [examplePlan] })

export type PlanRecord = z.output<typeof plan>

const onPlan = { plan_id: idSchema('pln', 'the plan') }

export const plans = resource({
  name: 'plans',
  title: 'Plans',
  description: 'Which shelves the floors of the branches have, within each other.',
  readScope: 'read:books',
  owner: 'branch',
  channel: 'plans',
  events: {
    'plan.drawn': { description: 'A plan of a floor was drawn.', data: plan },
    'plan.updated': { description: 'The shelves of a floor changed.', data: plan },
  },
  operations: {
    list: operation({
      method: 'GET',
      path: '/api/plans',
      summary: 'List plans',
      description: 'Plans, the newest first unless sorted otherwise. Clerks and readers see those of their branch.',
      scope: 'read:books',
      query: { ...pageParameters, ...sortParameters(['created_at', 'floor', 'id']) },
      output: listOf(plan, 'Plan'),
    }),
    draw: operation({
      method: 'POST',
      path: '/api/plans',
      summary: 'Draw a plan',
      description: 'Says which shelves a floor has.',
      scope: 'write:books',
      body: { branch, floor, shelves },
      example: { branch: 'north', floor: 0, shelves: exampleShelves },
      output: plan,
      status: 201,
      location: '/api/plans/{id}',
      effect: { emits: 'plan.drawn' },
    }),
    get: operation({
      method: 'GET',
      path: '/api/plans/{plan_id}',
      summary: 'Get a plan',
      description: 'The shelves of one floor, with all that are within them.',
      scope: 'read:books',
      params: onPlan,
      output: plan,
    }),
    rearrange: operation({
      method: 'PATCH',
      path: '/api/plans/{plan_id}',
      summary: 'Rearrange a floor',
      description: 'Puts other shelves in place of those of the plan.',
      scope: 'write:books',
      params: onPlan,
      body: { shelves: shelves.optional(), version: expectedVersion },
      example: { shelves: [] },
      output: plan,
      errors: ['version-conflict'],
    }),
  },
})
