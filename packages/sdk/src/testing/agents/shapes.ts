import type { Shape } from './shape.ts'

/** Prefix of the names of an envelope's members. */
const META = 'io.modelcontextprotocol/'

/** Names of an envelope's members. */
export const ENVELOPE_KEYS = {
  version: `${META}protocolVersion`,
  client: `${META}clientInfo`,
  capabilities: `${META}clientCapabilities`,
  logLevel: `${META}logLevel`,
}

const TEXT: Shape = { type: 'string' }
const NEEDED: Shape = { type: 'string', isNeeded: true }
const RECORD: Shape = { type: 'record' }
const RECORDS: Shape = { type: 'record', each: { type: 'record', isNeeded: true } }

const ICON: Shape = {
  type: 'object',
  isNeeded: true,
  members: {
    src: NEEDED,
    mimeType: TEXT,
    sizes: { type: 'array', each: NEEDED },
    theme: { options: ['light', 'dark'] },
  },
}

const CLIENT: Shape = {
  type: 'object',
  members: {
    name: NEEDED,
    title: TEXT,
    icons: { type: 'array', each: ICON },
    version: NEEDED,
    websiteUrl: TEXT,
    description: TEXT,
  },
}

/** Client capabilities of the current revision. */
const CAPABILITIES: Shape = {
  type: 'object',
  isNeeded: true,
  members: {
    experimental: RECORDS,
    sampling: { type: 'object', members: { context: RECORD, tools: RECORD } },
    elicitation: {
      type: 'object',
      members: { form: { type: 'object', members: { applyDefaults: { type: 'boolean' } } }, url: RECORD },
    },
    roots: { type: 'object', members: { listChanged: { type: 'boolean' } } },
    extensions: RECORDS,
  },
}

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency']

/** Envelope of each message in the current revision: it describes the sender. */
export const ENVELOPE: Shape = {
  type: 'object',
  members: {
    [ENVELOPE_KEYS.version]: NEEDED,
    [ENVELOPE_KEYS.client]: CLIENT,
    [ENVELOPE_KEYS.capabilities]: CAPABILITIES,
    [ENVELOPE_KEYS.logLevel]: { options: LEVELS },
  },
}

const TASK: Shape = { type: 'object', members: { ttl: { type: 'number' } } }

/** The parameters of requests, by their methods. */
export const PARAMETERS: Readonly<Record<string, Shape>> = {
  'tools/list': { type: 'object', members: { cursor: TEXT } },
  'tools/call': { type: 'object', isNeeded: true, members: { task: TASK, name: NEEDED, arguments: RECORD } },
}

/** Parameters of `initialize`, the first request in the earlier revisions. */
export const INITIALIZE: Shape = {
  type: 'object',
  isNeeded: true,
  members: { protocolVersion: NEEDED, capabilities: CAPABILITIES, clientInfo: { ...CLIENT, isNeeded: true } },
}
