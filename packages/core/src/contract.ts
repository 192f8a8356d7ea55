/** Entry for the contract: the descriptions of operations. Its only dependency is zod, so that a browser can load it. */
export { Access, type AccessSpec, type Power, SERVICE, sees, seesAll } from './contract/access.ts'
export { type Actor, actorOf } from './contract/actor.ts'
export { type AgentHints, type AgentTool, agentHintsOf } from './contract/agent.ts'
export {
  type AgentOperation,
  agentInstructions,
  agentServer,
  badParameter,
  compareWithCurrent,
  goOnByCursor,
  foundOperation,
  listLifetime,
  nobodyAsked,
  type ToolDescription,
  toolDescription,
  unknownTool,
  wholeList,
} from './contract/agent-description.ts'
export {
  agentOperationOf,
  callInput,
  generalTools,
  isForAgents,
  isWalked,
  searchInput,
} from './contract/agent-operation.ts'
export { searchOperations } from './contract/agent-search.ts'
export { CLIENT_MODULES } from './contract/client-modules.ts'
export { type Collection, collectionsOf, listedIn } from './contract/collections.ts'
export { cursorNameOf } from './contract/cursor-name.ts'
export type { EffectSpec } from './contract/effect-spec.ts'
export { type RecordEffect, effectOf } from './contract/effect.ts'
export { bodyComponent, eventComponent } from './contract/component-names.ts'
export { CURRENCIES } from './contract/currencies.ts'
export { emailKey } from './contract/email-key.ts'
export { emailAddress } from './contract/email.ts'
export { type ErrorKind, coreErrors, errorKind, kindOf } from './contract/error-kind.ts'
export { errorsOf } from './contract/errors-of.ts'
export type { ErrorCode } from './contract/errors.ts'
export { type EventCatalogue, type EventSpec, eventSchema } from './contract/events.ts'
export type { KindContracts } from './exports/exported.contract.ts'
export { type FileOperation, fileOperation, isFile } from './contract/file-operation.ts'
export { examplesIn } from './contract/example.ts'
export type { AccountMembers, Foundation } from './contract/foundation.ts'
export { exampleId, idPrefixes, idSchema, isId, newId, prefixOfId } from './contract/ids.ts'
export { fieldsParameter, listOf, pageParameters, sortParameters, wholeOf } from './contract/lists.ts'
export { type Naming, type SecretPrefixes, namingOf } from './contract/naming.ts'
export { OPENID_SCOPES, isOpenIdScope, openIdWords } from './contract/openid-scopes.ts'
export { type Method, changesItsPath } from './contract/methods.ts'
export {
  type AnyOperation,
  type Deprecation,
  type InputOf,
  type Operation,
  type OutputOf,
  type ParametersOf,
  type ParsedOf,
  type SessionCookie,
  isScope,
  operation,
  signsIn,
  takesKey,
} from './contract/operation.ts'
export { givenPassword, newPassword } from './contract/password.ts'
export { type Credential, NOBODY, type Principal, type TokenCredential } from './contract/principal.ts'
export { type Fault, patternTold } from './contract/fault.ts'
export { isPaged } from './contract/paged.ts'
export { Problem, type ProblemDetails, problemDetails, problemDetailsSchema } from './contract/problem.ts'
export { isRepresentedBy, type Readers, readersOf, representationOf } from './contract/representation.ts'
export { namesIn, unnamed } from './contract/path-template.ts'
export { type Resource, resource } from './contract/resource.ts'
export type { SecurityEvent } from './contract/security.ts'
export { type StreamOperation, isStream, streamOperation } from './contract/stream-operation.ts'
export { exampleSecret } from './contract/secret.ts'
export { instant, lineOfText, timestamp, wordsOfText } from './contract/text.ts'
export { formTold, type TextForm } from './contract/text-form.ts'
export type { Work } from './contract/work.ts'
export { hasVaryingDefault } from './contract/varying-default.ts'
