/** Title and description of the application in the API reference. */
export const about = {
  title: 'Roster',
  description: `User records and their orders, over REST and tRPC.

Send an access token as \`Authorization: Bearer\`, or an API key in \`X-API-Key\`. Every error is a problem (RFC 9457), whose \`type\` opens a page that explains it.

Wherever GET answers, HEAD answers the same without a body; OPTIONS answers with 204 everywhere. The version is in the path; \`?version=1\` and
\`Accept: application/json;version=1\` say the same.

Each operation but downloads and those of the session is also a tRPC procedure at \`/trpc\`, named by its \`operationId\`; a stream is a subscription.

[Live events](/docs/events) shows the stream in this browser, and sends test events to webhook endpoints.`,
}
