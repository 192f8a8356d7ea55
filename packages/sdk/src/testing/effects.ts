import { accountChanged, accountDeleted } from './accounts.ts'
import type { Action, Steps } from './action.ts'
import { fault } from '#core/validation/fault'
import { invalid } from './refuse.ts'
import { collectionOf, isSame, recordAt, requireParent } from './lookup.ts'
import type { Collection, Effect } from './operation.ts'
import { listPage } from './pages.ts'
import { placeOf, sentTo } from './place.ts'
import { actorOf } from './principal.ts'
import type { Row } from './records.ts'
import { keepPassword, requireSound } from './resources/password.ts'
import { type Rule, untold } from './rule.ts'
import { listed } from './selection.ts'

/** The steps of each kind of effect. */
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
      const whole = { ...record, ...decided(action, effect, rule, { record, next: record }) }
      return isOf(action, effect, whole, record)
        ? settle(action, effect, record, whole)
        : answered(action, effect, whole)
    },
  }),
}

function read(action: Action, effect: Effect): Row {
  requireParent(action, collectionOf(action, effect.of), true, effect.id)
  return recordAt(action, effect)
}

/** Returns the record to change. Throws `forbidden` if the contract requires the power of the record and the caller lacks it. */
function handled(action: Action, effect: Effect): Row {
  const collection = collectionOf(action, effect.of)
  requireParent(action, collection, false, effect.id)
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
  const isOfUser = asks(action, 'user after')
  if (!isOfUser && !asks(action, 'record after')) return
  const { access } = action.application
  const account = action.state.accountOf(next)
  const power = isOfUser ? access.powerOfUser(account) : access.powerOfRecord(account)
  action.requirePower(`A ${noun} with the role ${account.role}`, power)
}

function list(action: Action, effect: Effect, rule: Rule | undefined): unknown {
  const { adds, of } = effect
  const found = listed(action, effect, rule)
  const records = adds
    ? found.map((record) => ({ ...record, ...decided(action, effect, rule, { record, next: record }) }))
    : found
  for (const record of records) requireAdded(action, effect, record)
  const page = 'limit' in action.input ? listPage(action, records, collectionOf(action, of).key) : { data: records }
  return { ...page, data: page.data.map((record) => shown(action, effect, record)) }
}

/** Creates one record, or all records of a request or none. */
function create(action: Action, effect: Effect, rule: Rule | undefined): unknown {
  const collection = collectionOf(action, effect.of)
  const sent: Row[] = effect.many === undefined ? [{}] : (action.input[effect.many] ?? [])
  const begun = sent.map((input) => ({ input: { ...action.input, ...input }, next: begin(action, effect.of, input) }))
  for (const { next } of begun) {
    if (effect.sets === 'password') requireSound(action, action.state.accountOf(next))
    requirePowerAfter(action, collection, next)
  }
  const together = begun.map(({ next }) => next)
  const made: Row[] = []
  const answers: Row[] = []
  for (const { input, next } of begun) {
    const whole = { ...next, ...decided(action, effect, rule, { input, next, together, made }) }
    made.push(storedOf(action, collection, whole))
    answers.push(answered(action, effect, { ...made.at(-1), ...whole }))
  }
  const { parent } = placeOf(action, collection)
  for (const record of made) {
    action.state.table(effect.of).push(record)
    if (parent !== undefined) action.state.parents.set(record, action.input[parent])
    if (effect.sets === 'password') keepPassword(action, action.state.accountOf(record))
    emit(action, effect, record)
  }
  return effect.many === undefined ? answers[0] : { data: answers }
}

/** Returns a new record with the members that the contract decides. */
function begin(action: Action, of: string, input: Row): Row {
  const collection = collectionOf(action, of)
  const { members, defaults, key, unassigned = [] } = collection
  const { now, principal, state, time } = action
  const given = Object.fromEntries(
    Object.entries({ ...sentTo(action, collection), ...input }).filter(([, value]) => value !== undefined),
  )
  const assigned: Row = { version: 1, created_by: actorOf(principal), created_at: now, updated_at: now }
  for (const name of unassigned) delete assigned[name]
  const known: Row = { ...structuredClone(defaults), ...assigned, ...given }
  const identifying = members.includes('id') ? 'id' : key
  known[identifying] ??= state.newIdentifier(of, identifying, time)
  return picked(members, known)
}

/** Returns the stored members of a new record. Throws if no rule decides a required member. */
function storedOf({ operation }: Action, { members, noun, optional = [] }: Collection, whole: Row): Row {
  const missing = members.find((name) => !(name in whole) && !optional.includes(name))
  if (missing !== undefined) throw untold(operation.name, `decides \`${missing}\` of a new ${noun}`)
  return picked(members, whole)
}

const isAssigned = ({ unassigned = [] }: Collection, name: string) => !unassigned.includes(name)

/** Throws `validation-failed` if a replacement changes a member that the service assigns. Repeating the stored value is allowed. */
function requireEqual({ input, operation }: Action, collection: Collection, record: Row): void {
  const times = ['created_at', 'updated_at'].filter((name) => isAssigned(collection, name))
  const { body = {} } = operation
  const repeated = [collection.key, ...times].filter((name) => name in body && input[name] !== undefined)
  const unequal = repeated.filter((name) => !isSame(input[name], record[name]))
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
  const next = { ...record }
  for (const name of Object.keys(operation.body ?? {})) {
    if (!collection.members.includes(name) || (name === 'version' && isAssigned(collection, name))) continue
    if (input[name] !== undefined) next[name] = input[name]
    else if (effect.kind === 'replace') drop(collection, next, name)
  }
  requirePowerAfter(action, collection, next)
  return settle(action, effect, record, { ...next, ...decided(action, effect, rule, { record, next }) })
}

/** Resets a member that the replacement lacks: to its default, or removes an optional one. Members that the service assigns or every record has stay. */
function drop(collection: Collection, record: Row, name: string): void {
  const { key, defaults, optional = [] } = collection
  const isOfService = name === key || name === 'id' || (OF_SERVICE.has(name) && isAssigned(collection, name))
  if (isOfService) return
  if (name in defaults) record[name] = structuredClone(defaults[name])
  else if (optional.includes(name)) delete record[name]
}

/** Members that the service assigns, unless the contract gives them another meaning. */
const OF_SERVICE = new Set(['version', 'created_by', 'created_at', 'updated_at'])

/** Whether the result of a rule is the action's own record, and not another record that the action has made. */
function isOf(action: Action, { of, other }: Effect, given: Row, record: Row): boolean {
  const { key } = collectionOf(action, of)
  return !other && isSame(given[key], record[key])
}

/**
 * Stores the members that differ and emits the event. Without a difference nothing changes, the version included. Members that the record does not have are
 * only in the response.
 */
function settle(action: Action, effect: Effect, record: Row, whole: Row): Row {
  const collection = collectionOf(action, effect.of)
  const { members } = collection
  const next = picked(members, whole)
  if (JSON.stringify(next) !== JSON.stringify(picked(members, record))) {
    const before = { ...record }
    for (const name of members) delete record[name]
    Object.assign(record, next)
    if ('version' in record && isAssigned(collection, 'version')) record['version'] = before['version'] + 1
    if ('updated_at' in record && isAssigned(collection, 'updated_at')) record['updated_at'] = action.now
    if (isAccount(action, effect))
      accountChanged(action, action.state.accountOf(before), action.state.accountOf(record))
    const isTurned = record['status'] !== before['status']
    emit(action, effect, record, isTurned ? effect.emitsAt?.[record['status'] as string] : undefined)
  }
  return answered(action, effect, { ...record, ...whole, ...record })
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

/** Returns the members of a response, from a record and the result of its rule. Throws if no rule decides a member that the response adds. */
function answered(action: Action, effect: Effect, whole: Row): Row {
  requireAdded(action, effect, whole)
  return shown(action, effect, whole)
}

function requireAdded({ operation }: Action, { adds = [] }: Effect, whole: Row): void {
  const missing = adds.find((name) => !(name in whole))
  if (missing !== undefined) throw untold(operation.name, `decides \`${missing}\` of its answer`)
}

/** Returns the members that the contract declares for the response, and no others. */
function shown(action: Action, { of, adds = [], mayAdd = [], lacks = [], open, many }: Effect, whole: Row): Row {
  if (open || many !== undefined) return whole
  const declared = new Set([...collectionOf(action, of).members, ...adds, ...mayAdd])
  for (const name of lacks) declared.delete(name)
  return Object.fromEntries(Object.entries(whole).filter(([name]) => declared.has(name)))
}

const picked = (members: readonly string[], whole: Row): Row =>
  Object.fromEntries(members.flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]])))

const isAccount = ({ application }: Action, { of }: Effect) => of === application.spec.accounts?.of

/** Input of a rule. `together` are the records of one request, and `made` those of them that come before this one. */
interface Decision {
  input?: Row
  record?: Row
  next: Row
  together?: readonly Row[]
  made?: readonly Row[]
}

/** Returns the members that the rule decides; none without a rule. */
function decided(
  action: Action,
  { of }: Effect,
  rule: Rule | undefined,
  { input = action.input, record, next, together = [next], made = [] }: Decision,
): Row {
  const others = [...action.state.table(of), ...made].filter((other) => other !== record)
  const { now, principal } = action
  const result = rule?.({ input, record, next, together, others, principal, now })
  return typeof result === 'object' ? result : {}
}

/** Emits the event of an effect, with the members of the record that the event carries. */
function emit(action: Action, effect: Effect, record: Row, event = effect.emits): void {
  if (event === undefined) return
  const { owner } = collectionOf(action, effect.of)
  const { example, members = Object.keys(example) } = action.application.spec.events[event]!
  action.emit(event, picked(members, record), owner === undefined ? null : (record[owner] as string))
}
