import { access } from '@roster/api'
import { namingOf } from '@roster/gateway'
import { about, application as roster, appRouter, resources } from '@roster/api/app'

/** What the gateway serves of the application. */
export const application = {
  name: 'Roster',
  naming: namingOf('Roster'),
  access,
  router: appRouter,
  about,
  errors: roster.errors,
  resources: Object.values(resources).map((resource) => resource.contract),
  rest: Object.values(resources).flatMap((resource) => resource.rest),
  files: Object.values(resources).flatMap((resource) => resource.files),
}
