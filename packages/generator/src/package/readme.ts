import type { Resource } from '@roster/core/contract'
import { operationsOf } from '../client/operation.ts'
import { clientOf } from '../client/variable.ts'
import { camelCase } from '../text/words.ts'
import type { PublishedApplication } from './published-application.ts'

/** Returns the README of the package in Markdown: its purpose, its use and its methods. */
export function readmeOf({ name, contracts, package: packageName, product }: PublishedApplication): string {
  const client = clientOf(name)
  return [
    '<!-- Written by `roster-generate` from the contract. Changes to it are lost. -->',
    `\n# ${packageName}\n`,
    `The TypeScript client of ${name}.\n`,
    '```ts',
    `import { ${name} } from '${packageName}'\n`,
    `const ${client} = new ${name}({ apiKey: process.env.${name.toUpperCase()}_API_KEY })`,
    '```\n',
    `The client calls ${product.baseUrl} unless it has another \`baseUrl\`. Error responses are \`APIError\`s, with a class for each status;`,
    `their \`code\` tells why, and \`ErrorCodes\` explains each. \`${packageName}/testing\` has the tables from which the mock of \`@roster/sdk\` answers.\n`,
    ...contracts.map((resource) => sectionOf(resource, client)),
  ].join('\n')
}

function sectionOf(resource: Resource, client: string): string {
  const rows = operationsOf(resource).map(({ name, method, path, summary, deprecated }) => {
    const call = `\`${client}.${camelCase(resource.name)}.${name.split('.')[1]}\``
    return `| ${call} | ${summary}${deprecated ? ' (deprecated)' : ''} | \`${method} ${path}\` |`
  })
  return [
    `## ${resource.title}\n`,
    `${resource.description}\n`,
    '| method | what it does | REST |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
