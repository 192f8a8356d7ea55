import { coreErrors, type ErrorKind } from '../contract/error-kind.ts'
import type { Definition } from './definition.ts'
import { doubles, operations, type Rule } from './rule.ts'

/** Returns the application's kinds of errors that operations list, each with the first operation that lists it. */
function listedErrors(definition: Definition): Map<ErrorKind, string> {
  const firsts = new Map<ErrorKind, string>()
  for (const { name, errors } of operations(definition))
    for (const kind of errors) if (!firsts.has(kind) && !coreErrors.includes(kind)) firsts.set(kind, name)
  return firsts
}

const errorCodes: Rule = (definition) =>
  doubles(
    [...coreErrors.map((kind) => [kind, 'the core'] as const), ...listedErrors(definition)],
    ([{ code }]) => code,
    ([, one], [, other], code) =>
      `${other} has another error with the code ${code} than ${one}. Give one of them another code.`,
  )

/** The texts on the page of an error. */
const TEXTS = ['title', 'description', 'remedy'] as const

/** The code is a part of the address of the error's page. */
const errorForms: Rule = (definition) =>
  [...listedErrors(definition)].flatMap(([kind, name]) => {
    const { code, status } = kind
    if (!code || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(code))
      return `${name} lists an error with the code "${code}". Write it in small letters and digits, with hyphens between words.`
    if (!Number.isInteger(status) || status < 400 || status > 599)
      return `${name} lists the error ${code} with the status ${status}. Give it one from 400 to 599.`
    return TEXTS.filter((text) => !kind[text]).map(
      (text) => `${name} lists the error ${code}, which has no \`${text}\`. Write one.`,
    )
  })

/** Rules for the errors of an application. */
export const errorRules: readonly Rule[] = [errorCodes, errorForms]
