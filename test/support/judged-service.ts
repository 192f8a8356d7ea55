import { servedOf } from '@roster/gateway'
import { buildDocument } from '@roster/gateway/openapi'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { type Place, responseChecker } from './documented-responses.ts'
import { BASE_URL, type Service } from './service.ts'
import { serviceOf, type Subject } from './subject.ts'

/** A service whose REST responses are all compared with its OpenAPI document. */
export interface JudgedService extends Service {
  /** Responses that differ from the document: the request, and the difference. */
  readonly breaches: string[]
}

/** Starts a judged service of a subject. */
export async function judgedServiceOf(subject: Subject): Promise<JudgedService> {
  const { access, naming, errors } = subject.application
  const document = await buildDocument({ ...servedOf(subject.application), access, naming, baseUrl: BASE_URL })
  const service = await serviceOf(subject)
  const breachesOf = responseChecker(document, errors)
  const placeOf = placesIn(document)
  const breaches: string[] = []

  const inject = service.app.inject.bind(service.app) as (options: InjectOptions) => Promise<LightMyRequestResponse>
  const judged = async (options: InjectOptions) => {
    const answer = await inject(options)
    const place = placeOf(options)
    if (!place || options.payloadAsStream === true) return answer
    const { statusCode: status, headers, payload: body } = answer
    const found = breachesOf(place, { status, headers, body })
    breaches.push(...found.map((breach) => `${place.method} ${place.path} ${status}: ${breach}`))
    return answer
  }
  service.app.inject = judged as typeof service.app.inject
  return { ...service, breaches }
}

/** Returns a function that finds the operation of a request, or undefined. Fixed paths take precedence over paths with parameters. */
function placesIn({ paths = {} }: Awaited<ReturnType<typeof buildDocument>>) {
  const forms = Object.entries(paths).map(([path, item]) => {
    const form = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`)
    return { path, form, methods: new Set(Object.keys(item)) }
  })
  const fixedFirst = forms.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  return ({ method = 'GET', url }: InjectOptions): Place | undefined => {
    const found = fixedFirst.find(({ form }) => typeof url === 'string' && form.test(url))
    const isListed = found?.methods.has(method.toLowerCase())
    return isListed ? { path: found!.path, method: method as Place['method'] } : undefined
  }
}
