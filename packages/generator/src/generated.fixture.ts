import { operation, resource } from '@roster/core/contract'
import { publishedApplication } from './command/load.ts'
import { packageFiles } from './package/package-files.ts'

/** An operation on films that has nothing special but what is given. */
export const onFilms = (given: object) =>
  operation({ method: 'GET', path: '/films', summary: 'Do it', description: 'Does it.', scope: 'any', ...given })

/** The files of the client of an application with such operations, by their path. */
export function filesOf(operations: Record<string, ReturnType<typeof onFilms>>, name = 'Cinema') {
  const films = resource({ name: 'films', title: 'Films', description: 'What is shown.', events: {}, operations })
  return packageFiles(publishedApplication({ name, resources: { films: { contract: films } } }, 'application.ts'))
}

/** What is written of the resource. */
export const codeOf = async (...given: Parameters<typeof filesOf>) =>
  (await filesOf(...given)).get('src/resources/films.ts')!
