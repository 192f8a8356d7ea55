import { operation, resource } from '@roster/core/contract'
import { publishedApplication } from './command/load.ts'
import { packageFiles } from './package/package-files.ts'

/** Returns an operation on films with the given members and plain values for the rest. */
export const onFilms = (given: object) =>
  operation({ method: 'GET', path: '/films', summary: 'Do it', description: 'Does it.', scope: 'any', ...given })

/** Returns the files of the client of an application with these operations, by path. */
export function filesOf(operations: Record<string, ReturnType<typeof onFilms>>, name = 'Cinema') {
  const films = resource({ name: 'films', title: 'Films', description: 'What is shown.', events: {}, operations })
  return packageFiles(publishedApplication({ name, resources: { films: { contract: films } } }, 'application.ts'))
}

/** Returns the code that is written for the resource. */
export const codeOf = async (...given: Parameters<typeof filesOf>) =>
  (await filesOf(...given)).get('src/resources/films.ts')!
