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

/** What a module exports as `application`. */
export interface ApplicationModule {
  /** Name of the client's class, such as `Library`. */
  name: string
  /** What its service is called. Default: what follows from the name. */
  naming?: Naming
  /** Its resources, by any names. */
  resources: Readonly<Record<string, { contract: Resource }>>
  /** Every kind of error that it answers with, as `defineApplication` lists them. Default: those of the core. */
  errors?: readonly ErrorKind[]
  /** Who may do what. Default: nobody has a scope. */
  access?: Access
  /** What REST paths begin with, such as `/v1`. Default: nothing. */
  basePath?: string
  /** The record of those who sign in. Default: nobody does. */
  account?: z.ZodObject
  /** Members of that record which the core knows by other names. Default: none. */
  accountMembers?: AccountMembers
  /** What exports are of. Default: nothing. */
  exported?: Exported
  /** Name of the client's package. Default: `library-client`. */
  package?: string
  /** Version that the package begins with, and that is in `User-Agent`. Default: 0.1.0. */
  version?: string
  /** Address of the service unless the client is given another. Default: http://localhost:3000. */
  baseUrl?: string
}

/** The application that a module exports. Throws what is missing there. */
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

/** The application, with defaults for what its module leaves out. */
export function publishedApplication(module: ApplicationModule, file: string): PublishedApplication {
  const { name, resources, errors = coreErrors, version = '0.1.0', baseUrl = 'http://localhost:3000' } = module
  const { package: packageName = `${kebabCase(name ?? '')}-client` } = module
  if (!/^[A-Z]\w*$/.test(name ?? ''))
    throw new Error(
      `${file}: the name of the application is ${JSON.stringify(name)}. Give it one of a class, such as Library.`,
    )
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
