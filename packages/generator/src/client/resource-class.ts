import type { Resource } from '@roster/core/contract'
import type { Application } from '../application.ts'
import type { Records } from '../schema/records.ts'
import { membersOf } from '../schema/types.ts'
import { comment, pascalCase } from '../text/words.ts'
import { methodsOf } from './method.ts'
import { moduleOf } from './module.ts'
import { bodyType, described, operationsOf, queryType } from './operation.ts'

/** Returns the code of a resource's class, with the types of the bodies and queries of its methods. */
export async function resourceClass(resource: Resource, application: Application, records: Records): Promise<string> {
  const module = moduleOf(resource.name)
  const all = operationsOf(resource).map((operation) => described(operation, resource, records, module))
  const inputs = all.flatMap((one) => {
    const about = `of \`${one.operation.name}\`.`
    return [
      ...(one.body ? [`/** Body ${about} */\nexport interface ${bodyType(one)} {\n${membersOf(one.body)}}\n`] : []),
      ...(one.query ? [`/** Query ${about} */\nexport interface ${queryType(one)} {\n${membersOf(one.query)}}\n`] : []),
    ]
  })
  const methods = await Promise.all(all.map((one) => methodsOf(one, application)))
  return `${inputs.join('\n')}
${comment(resource.description)}export class ${pascalCase(resource.name)}Resource extends Resource {
  ${methods.join('\n')}
}\n`
}
