import { accountChanged, accountDeleted } from './accounts.ts'
import type { Action, Steps } from './action.ts'
import { fault } from '#core/validation/fault'
import { invalid } from './refuse.ts'
import { collectionOf, recordAt, requireParent } from './lookup.ts'
import type { Collection, Effect } from './operation.ts'
import { listPage } from './pages.ts'
import { actorOf } from './principal.ts'
import type { Row } from './records.ts'
import { type Rule, untold } from './rule.ts'
import { listed } from './selection.ts'

/** How each effect is done. */
export const EFFECTS: Record<Effect['kind'], (effect: Effect, rule: Rule | undefined) => Steps> = {
  create: (effect, rule) => ({
    load: (action) => requireParent(action, collectionOf(action, effect.of), false),
    run: (action) => create(action, effect, rule),
  }),
  read: (effect, rule) => ({
    load: (action) => read(action, effect),
    run: (action, record: Row) =>
      answered(action, effect, { ...record, ...decided(action, effect, rule, { record, next: record }) }),
  }),
  list: (effect, rule) => ({
    load: (action) => requireParent(action, collectionOf(action, effect.of), true),
    run: (action) => list(action, effect, rule),
  }),
  replace: (effect, rule) => ({
    load: (action) => handled(action, effect),
    run(action, record: Row) {
      requireEqual(action, collectionOf(action, effect.of), record)
      return change(action, effect, rule, record)
    },
  }),
  change: (effect, rule) => ({
    load: (action) => handled(action, effect),
    run: (action, record: Row) => change(action, effect, rule, record),
  }),
  delete: (effect, rule) => ({
    load: (action) => handled(action, effect),
    run: (action, record: Row) => remove(action, effect, rule, record),
  }),
  act: (effect, rule) => ({
    load: (action) => handled(action, effect),
    run(action, record: Row) {
      if (!rule) throw untold(action.operation.name, 'is done')
      const members = decided(action, effect, rule, { record, next: record })
      return settle(action, effect, record, members)
    },
  }),
}

function read(action: Action, effect: Effect): Row {
  requireParent(action, collectionOf(action, effect.of), true)
  return recordAt(action, effect)
}

/** A record for a change. Throws `forbidden` where the caller does not hold its power. */
function handled(action: Action, effect: Effect): Row {
  const collection = collectionOf(action, effect.of)
  requireParent(action, collection, false)
  const record = recordAt(action, effect)
  if (asks(action, 'record before'))
    action.requirePower(
      `This ${collection.noun}`,
      action.application.access.powerOfRecord(action.state.accountOf(record)),
    )
  return record
}

const asks = ({ operation }: Action, power: string) => operation.power?.includes(power) ?? false

function requirePowerAfter(action: Action, { noun }: Collection, next: Row): void {
  if (!asks(action, 'record after')) return
  const account = action.state.accountOf(next)
  action.requirePower(`A ${noun} with the role ${account.role}`, action.application.access.powerOfRecord(account))
}

function list(action: Action, effect: Effect, rule: Rule | undefined): unknown {
  const records = listed(action, effect, rule)
  const { key } = collectionOf(action, effect.of)
  return 'limit' in action.input ? listPage(action, records, key) : { data: records }
}

/** All are made, or none. */
function create(action: Action, effect: Effect, rule: Rule | undefined): unknown {
  const collection = collectionOf(action, effect.of)
  const sent: Row[] = effect.many === undefined ? [action.input] : action.input[effect.many]
  const begun = sent.map((input) => ({ input: { ...action.input, ...input }, next: begin(action, effect.of, input) }))
  for (const { next } of begun) requirePowerAfter(action, collection, next)
  const made: Row[] = []
  const answers: Row[] = []
  for (const { input, next } of begun) {
    const whole = { ...next, ...decided(action, effect, rule, { input, next, made }) }
    made.push(storedOf(action, collection, whole))
    answers.push(answered(action, effect, { ...made.at(-1), ...whole }))
  }
  for (const record of made) {
    action.state.table(effect.of).push(record)
    if (collection.parent) action.state.parents.set(record, action.input[collection.parent.id])
    emit(action, effect, record)
  }
  return effect.many === undefined ? answers[0] : { data: answers }
}

/** A new record, as far as the contract tells. */
function begin(action: Action, of: string, input: Row): Row {
  const { members, defaults, key, unassigned = [] } = collectionOf(action, of)
  const { now, principal, state, time } = action
  const given = Object.fromEntries(
    Object.entries({ ...action.input, ...input }).filter(([, value]) => value !== undefined),
  )
  const assigned: Row = { version: 1, created_by: actorOf(principal), created_at: now, updated_at: now }
  for (const name of unassigned) delete assigned[name]
  const known: Row = { ...defaults, ...assigned, ...given }
  const identifying = members.includes('id') ? 'id' : key
  known[identifying] ??= state.newIdentifier(of, identifying, time)
  return picked(members, known)
}

/** What is kept of a record that is made. Throws where it was not told what a member is. */
function storedOf({ operation }: Action, { members, noun, optional = [] }: Collection, whole: Row): Row {
  const missing = members.find((name) => !(name in whole) && !optional.includes(name))
  if (missing !== undefined) throw untold(operation.name, `decides \`${missing}\` of a new ${noun}`)
  return picked(members, whole)
}

const isAssigned = ({ unassigned = [] }: Collection, name: string) => !unassigned.includes(name)

/** A replacement may repeat what the service assigns, and may not change it. */
function requireEqual({ input }: Action, collection: Collection, record: Row): void {
  const times = ['created_at', 'updated_at'].filter((name) => isAssigned(collection, name))
  const unequal = [collection.key, ...times].filter((name) => input[name] !== undefined && input[name] !== record[name])
  const message = 'is assigned by the service and must equal the stored value'
  if (unequal.length === 0) return
  throw invalid(
    'body',
    unequal.map((name) => fault('body', [name], 'read-only', message)),
  )
}

function change(action: Action, effect: Effect, rule: Rule | undefined, record: Row): Row {
  const collection = collectionOf(action, effect.of)
  const { input, operation } = action
  const isGiven = (name: string) =>
    collection.members.includes(name) &&
    input[name] !== undefined &&
    !(name === 'version' && isAssigned(collection, name))
  const given = Object.keys(operation.body ?? {}).filter(isGiven)
  const next = { ...record, ...Object.fromEntries(given.map((name) => [name, input[name]])) }
  requirePowerAfter(action, collection, next)
  return settle(action, effect, record, { ...next, ...decided(action, effect, rule, { record, next }) })
}

/** Changes what differs. Without a difference nothing changes, the version included. Members that the record has not are answered only. */
function settle(action: Action, effect: Effect, record: Row, members: Row): Row {
  const collection = collectionOf(action, effect.of)
  const own = Object.entries(members).filter(([name]) => collection.members.includes(name))
  const isDifferent = own.some(([name, value]) => JSON.stringify(value) !== JSON.stringify(record[name]))
  if (isDifferent) {
    const before = { ...record }
    Object.assign(record, Object.fromEntries(own))
    if ('version' in record && isAssigned(collection, 'version')) record['version'] = before['version'] + 1
    if ('updated_at' in record && isAssigned(collection, 'updated_at')) record['updated_at'] = action.now
    if (isAccount(action, effect))
      accountChanged(action, action.state.accountOf(before), action.state.accountOf(record))
    const isTurned = record['status'] !== before['status']
    emit(action, effect, record, isTurned ? effect.emitsAt?.[record['status'] as string] : undefined)
  }
  return answered(action, effect, { ...members, ...record })
}

function remove(action: Action, effect: Effect, rule: Rule | undefined, record: Row): Row {
  if (effect.ruled && !rule) throw untold(action.operation.name, 'answers')
  const members = decided(action, effect, rule, { record, next: record })
  const answer = answered(action, effect, { ...record, ...members })
  action.remove(action.state.table(effect.of), record, collectionOf(action, effect.of).key)
  if (isAccount(action, effect)) accountDeleted(action, record['id'])
  emit(action, effect, record)
  return answer
}

/** What an operation shows of a record and of what its rule decides. Throws where it was not told what a member is. */
function answered({ operation }: Action, { adds = [], lacks = [] }: Effect, whole: Row): Row {
  const missing = adds.find((name) => !(name in whole))
  if (missing !== undefined) throw untold(operation.name, `decides \`${missing}\` of its answer`)
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !lacks.includes(name)))
}

const picked = (members: readonly string[], whole: Row): Row =>
  Object.fromEntries(members.flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]])))

const isAccount = ({ application }: Action, { of }: Effect) => of === application.spec.accounts?.of

/** What a rule decides, if there is one. `made` are records of the same request. */
function decided(
  action: Action,
  { of }: Effect,
  rule: Rule | undefined,
  { input = action.input, record, next, made = [] }: { input?: Row; record?: Row; next: Row; made?: Row[] },
): Row {
  const others = [...action.state.table(of), ...made].filter((other) => other !== record)
  const { now, principal } = action
  const result = rule?.({ input, record, next, others, principal, now })
  return typeof result === 'object' ? result : {}
}

/** Emits the event of an effect, with as much of the record as it carries. */
function emit(action: Action, effect: Effect, record: Row, event = effect.emits): void {
  if (event === undefined) return
  const { owner } = collectionOf(action, effect.of)
  const { example, members = Object.keys(example) } = action.application.spec.events[event]!
  action.emit(event, picked(members, record), owner === undefined ? null : (record[owner] as string))
}
