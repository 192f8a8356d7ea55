/** Modules of a generated client that serve all resources, beside one for each resource, as a resource would be called. */
export const CLIENT_MODULES: readonly string[] = ['all', 'errorCode', 'event', 'eventData', 'eventNames']
