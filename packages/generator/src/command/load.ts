import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type Access,
  type AccountMembers,
  coreErrors,
  type ErrorKind,
  type Naming,
  type Resource,
} from '@roster/core/contract'
import type { z } from 'zod'
import type { Exported } from '../application.ts'
import type { PublishedApplication } from '../package/published-application.ts'
import { kebabCase } from '../text/words.ts'

/** The export `application` of a module. */
export interface ApplicationModule {
  /** Name of the client's class, such as `Library`; or a name in words, when `naming` says what programs call the application. */
  name: string
  /** Names of the service. Default: derived from the application's name. */
  naming?: Naming
  /** The resources, under any names. */
  resources: Readonly<Record<string, { contract: Resource }>>
  /** Every kind of error that the application responds with, as `defineApplication` lists them. Default: the errors of the core. */
  errors?: readonly ErrorKind[]
  /** The access policy. Default: no caller has a scope. */
  access?: Access
  /** Prefix of REST paths, such as `/v1`. Default: none. */
  basePath?: string
  /** Schema of the account record. Default: there are no accounts. */
  account?: z.ZodObject
  /** Members of the account record that have other names in the core. Default: none. */
  accountMembers?: AccountMembers
  /** The kinds of exports. Default: none. */
  exported?: Exported
  /** Name of the client's package. Default: `library-client`. */
  package?: string
  /** First version of the package, and version in `User-Agent`. Default: 0.1.0. */
  version?: string
  /** Default base URL of the service. Default: http://localhost:3000. */
  baseUrl?: string
}

/** Returns the application that a module exports. Throws an error that says what the module lacks. */
export async function loadApplication(file: string): Promise<PublishedApplication> {
  const { application } = (await imported(file)) as { application?: ApplicationModule }
  if (typeof application !== 'object' || application === null)
    throw new Error(`${file} exports no \`application\`. Export one with \`name\` and \`resources\`.`)
  return publishedApplication(application, file)
}

async function imported(file: string): Promise<object> {
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as object
  } catch (cause) {
    throw new Error(`${file} cannot be loaded: ${(cause as Error).message.replace(/\.$/, '')}.`, { cause })
  }
}

/** Returns the application, with defaults for omitted members. Throws if its name or its resources are unusable. */
export function publishedApplication(module: ApplicationModule, file: string): PublishedApplication {
  const { resources, errors = coreErrors, version = '0.1.0', baseUrl = 'http://localhost:3000' } = module
  const name = [module.name, module.naming?.product].find((one) => /^[A-Z]\w*$/.test(one ?? ''))
  if (name === undefined)
    throw new Error(
      `${file}: the name of the application is ${JSON.stringify(module.name)}. Give it one of a class, such as Library.`,
    )
  const { package: packageName = `${kebabCase(name)}-client` } = module
  const entries = Object.entries(resources ?? {})
  const without = entries.find(([, resource]) => typeof resource?.contract?.operations !== 'object')
  if (without)
    throw new Error(
      `${file}: the resource ${without[0]} has no \`contract\`. Give the resources as \`implement\` returns them.`,
    )
  if (entries.length === 0)
    throw new Error(`${file}: the application has no \`resources\`. Give it those that it serves.`)
  return {
    name,
    naming: module.naming,
    contracts: entries.map(([, { contract }]) => contract),
    errors: Object.fromEntries(errors.map((kind) => [kind.code, kind])),
    access: module.access,
    basePath: module.basePath,
    account: module.account,
    accountMembers: module.accountMembers,
    exported: module.exported,
    package: packageName,
    version,
    product: { userAgent: `${packageName.replace(/^@.*\//, '')}/${version}`, baseUrl },
  }
}
