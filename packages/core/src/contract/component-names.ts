/** Returns a name in Pascal case: `UsersCreateMany` for `users.createMany`, `ApiKeyCreated` for `api_key.created`. */
const pascalCase = (name: string) => name.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Returns the name of the schema of an operation's body, in documents and in clients: `UsersCreateBody` for `users.create`. */
export const bodyComponent = (operation: string): string => `${pascalCase(operation)}Body`

/** Returns the name of an event's schema in documents: `ApiKeyCreatedEvent` for `api_key.created`. */
export const eventComponent = (event: string): string => `${pascalCase(event)}Event`
