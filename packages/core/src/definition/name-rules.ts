import { CLIENT_MODULES } from '../contract/client-modules.ts'
import { operationsOf } from '../contract/resource.ts'
import { INHERITED } from './inherited.ts'
import { contractsIn, type Rule } from './rule.ts'

const reservedResources: Rule = ({ own, core }) =>
  Object.keys(core)
    .filter((name) => name in own)
    .map((name) => `The resource ${name} has the name of one that comes with the core. Call it otherwise.`)

const resourceNames: Rule = ({ own }) =>
  Object.entries(own).flatMap(([name, { contract }]) =>
    contract.name === name
      ? []
      : [`The resource ${name} has a contract that is called ${contract.name}. Call both by one name.`],
  )

/** Pattern of a name that callers can write after a dot. */
const NAME = /^[a-z]\w*$/i

/** Names of members that functions, promises and objects have: a client with such a member would be taken for one of them. */
const RESERVED: readonly string[] = ['then', 'call', 'apply']

/** Members of a generated client, beside a property for each resource. */
const OF_CLIENTS: readonly string[] = ['baseUrl', 'product', 'limitsOf', 'request', 'send', 'open']

/** Members of a resource in a generated client, beside a method for each operation. */
const OF_RESOURCES: readonly string[] = ['client']

const isUnusable = (name: string, taken: readonly string[]) =>
  !NAME.test(name) || INHERITED.has(name) || [...RESERVED, ...taken].includes(name)

const fault = (what: string, name: string, taken: readonly string[]) =>
  `${what} is called "${name}", which no client could call. Take a letter, then letters and digits, and not ${[...taken, ...RESERVED].join(', ')}, nor what every object has, such as toString.`

const names: Rule = ({ own }) =>
  contractsIn(own)
    .filter(({ name }) => isUnusable(name, OF_CLIENTS))
    .map(({ name }) => fault(`The resource ${name}`, name, OF_CLIENTS))

const modules: Rule = ({ own }) =>
  contractsIn(own)
    .filter(({ name }) => CLIENT_MODULES.includes(name.charAt(0).toLowerCase() + name.slice(1)))
    .map(({ name }) => `The resource ${name} has the name of a module that every client has beside. Call it otherwise.`)

const namesOfOperations: Rule = ({ own }) =>
  contractsIn(own).flatMap((contract) =>
    operationsOf(contract)
      .map(({ name }) => [name, name.slice(contract.name.length + 1)] as const)
      .filter(([, name]) => isUnusable(name, OF_RESOURCES))
      .map(([whole, name]) => fault(whole, name, OF_RESOURCES)),
  )

/** Rules for the names of resources and their operations. */
export const nameRules: readonly Rule[] = [reservedResources, resourceNames, names, modules, namesOfOperations]
