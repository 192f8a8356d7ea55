import { basename } from 'node:path/posix'
import { importsOf, roomImports, sources } from './imports.ts'
import { requestWay } from './request-way.ts'

interface Part {
  title: string
  /** What of the package is no room. */
  text: string
  /** What is in each room. */
  rooms: Record<string, string>
}

const PARTS: Record<string, Part> = {
  'packages/api/src': {
    title: 'Roster, `packages/api`',
    text: '`application.ts` is the list of its resources, `access.ts` its roles and scopes, `main.ts` starts it.',
    rooms: {
      demo: 'the users of `--demo`',
      orders: 'the resource `orders`',
      users: 'the resource `users`',
    },
  },
  'packages/core/src': {
    title: 'The core, `packages/core`',
    text: '`index.ts` is what an application imports, `contract.ts` what a contract does and a browser can load, `server.ts` what a gateway imports besides; `application.ts` puts an application together.',
    rooms: {
      access: 'powers of principals, records and credentials, and what requires them',
      'api-keys': 'the resource `apiKeys`, and how a key becomes a principal',
      backup: 'everything in a database, copied to another or into an archive and back',
      background: 'work that is done again and again, with pauses after errors',
      callers: 'whether a principal may still do what it could when it was let in',
      contract: 'what an operation, a resource, an error, a role and a scope are; loads in a browser',
      crypto: 'secrets, sealed and signed texts, and replacing the secret of a service',
      data: 'both databases, the unit of work, migrations, search, conditions of SQL',
      definition: 'what makes an application unfit to be served, found when it is defined',
      'event-log': 'the log: how events get their places, are followed and forgotten',
      events: 'the resource `events`, who may read which, and channels',
      exports: 'the resource `exports`, its workers and files',
      idempotency: 'answers that are kept for repeated requests',
      identity: 'accounts, passwords, sign-in, denials, and where somebody has signed in from',
      limits: 'how much one maker may have',
      lists: 'pages, cursors, filters and sorting',
      me: 'the resource `me`',
      oauth: "the authorization server's artifacts and keys",
      'oauth-clients': 'the resource `oauthClients`',
      operation: 'an operation as it runs: scope, input, target, version, effect, commit, events',
      replicas: 'standbys that answer lists and exports, each while it has all that was acknowledged',
      realtime: 'tickets, and messages between those who joined a channel',
      session: 'the resources `session` and `sessions`',
      tracing: 'what traces are made with, and the spans of statements',
      validation: 'inputs against their schemas, and the problem that lists their faults',
      webhooks: 'the resource `webhookEndpoints`, and the queue of deliveries',
    },
  },
  'packages/gateway/src': {
    title: 'The gateway, `packages/gateway`',
    text: '`index.ts` is its public entry.',
    rooms: {
      auth: 'credentials: keys, tokens, cookies, certificates, proofs',
      'authorization-server': 'OAuth 2 and OpenID Connect',
      commands: 'the program: it serves, or does what a command asks for, such as `backup`',
      connections: 'streams and sockets that stay open: how many, by whom, until when',
      context: 'what a request knows of its caller, and how its failure is answered',
      http: 'the duties of HTTP, each in a file',
      logs: 'the lines of the log, those about security among them',
      mcp: 'operations as tools of agents, over the Model Context Protocol',
      metrics: 'counts and durations in the Prometheus format',
      naming: 'what the service is called, wherever that is needed',
      nats: 'the connection to NATS, and the log over its stream',
      openapi: 'the document, from the contract',
      operations: 'what every protocol needs of operations: the list of them, and writers of their outputs',
      pages: 'pages that people see',
      problems: 'errors as problem details',
      realtime: 'server-sent events, WebSocket, and tRPC over it',
      redis: 'the connection to Redis',
      rest: 'operations over REST, files and plain tRPC procedures',
      rpc: 'operations over tRPC',
      server: 'Fastify, with everything else registered; starting, stopping, health, overload',
      service: 'an application put together with what serves it, started and stopped; the page of live events',
      settings: 'the settings, and what is wrong with them',
      telemetry: 'traces, metrics and logs told to a receiver of OpenTelemetry; loaded where there is one',
      webhooks: 'where deliveries may go, and how they are sent',
    },
  },
}

const INTRODUCTION = `<!-- Written by \`npm run docs\`, from the imports and the doc comments of the sources. -->

# Architecture

An application is made of the core and served by the gateway; the generator writes its client, which runs on the client's run time. An arrow points from a package to one that it imports
from, always through a public entry. \`test/walls.test.ts\` holds all that is drawn here.
`

const REQUEST = `## The way of a request

A change comes in over one of three protocols, meets the same operation, and is committed with its event, which then goes to whoever follows. Each step says at its definition what it does.
`

const ROOMS = `## Rooms

Every file is in a room, a folder that says what the system is. An arrow points from a room to one that it imports from; arrows that follow from others are left out. No way along them
leads back.
`

/** The document of packages, rooms and the way of a request, in Markdown. Throws where a room is not described, or is no more. */
export function architectureDocument(): string {
  const imports = roomImports()
  const sections = Object.entries(PARTS).map(([path, part]) => {
    const rooms = [...imports.keys()].filter((room) => room.startsWith(`${path}/`)).toSorted()
    requireDescriptions(path, rooms, part)
    return `### ${part.title}\n\n${part.text}\n\n${drawing(rooms, imports)}\n${tableOf(rooms, part)}`
  })
  return [INTRODUCTION, packageDrawing(), REQUEST, requestWay(), ROOMS, ...sections].join('\n')
}

/** From which packages each package imports, as a drawing. */
function packageDrawing(): string {
  const arrows = sources.flatMap((file) => {
    const [, own] = file.split('/')
    const others = importsOf(file).map(({ of }) => /^@roster\/(\w+)/.exec(of)?.[1])
    return others.flatMap((other) => (other === undefined || other === own ? [] : [`  ${own} --> ${other}`]))
  })
  return ['```mermaid', 'flowchart LR', ...[...new Set(arrows)].toSorted(), '```', ''].join('\n')
}

function requireDescriptions(path: string, rooms: readonly string[], part: Part): void {
  const names = rooms.map((room) => basename(room))
  const wrong = [
    ...names.filter((name) => !(name in part.rooms)).map((name) => `${path}/${name} is not described`),
    ...Object.keys(part.rooms)
      .filter((name) => !names.includes(name))
      .map((name) => `${path}/${name} is not there`),
  ]
  if (wrong.length > 0) throw new Error(`scripts/architecture-document.ts: ${wrong.join(', ')}.`)
}

function drawing(rooms: readonly string[], imports: ReadonlyMap<string, ReadonlySet<string>>): string {
  const arrows = rooms.flatMap((room) => {
    const next = [...imports.get(room)!]
    const further = new Set(next.flatMap((one) => [...reachedFrom(one, imports)]))
    const direct = next.filter((one) => !further.has(one)).toSorted()
    return direct.map((one) => `  ${basename(room)} --> ${basename(one)}`)
  })
  return ['```mermaid', 'flowchart TD', ...arrows, '```', ''].join('\n')
}

function reachedFrom(room: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  for (const next of imports.get(room)!) {
    reached.add(next)
    for (const further of reachedFrom(next, imports)) reached.add(further)
  }
  return reached
}

const tableOf = (rooms: readonly string[], part: Part) =>
  [
    '| room | what is in it |',
    '| --- | --- |',
    ...rooms.map((room) => `| \`${basename(room)}\` | ${part.rooms[basename(room)]} |`),
    '',
  ].join('\n')
