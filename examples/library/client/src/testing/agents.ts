// Written by `roster-generate` from the contract. Changes to it are lost.

import type { MockedAgents } from '@roster/sdk/testing'

const limitSchema = { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 } as const

const cursorSchema = {
  description:
    '`next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither repeats nor skips records while others change the collection.',
  type: 'string',
  maxLength: 2000,
} as const

const orderSchema = {
  default: 'desc',
  description: 'Direction of the sort.',
  type: 'string',
  enum: ['asc', 'desc'],
} as const

const branchSchema = { description: 'Only books of this branch.', type: 'string', minLength: 2, maxLength: 32 } as const

const authorSchema = {
  description: 'Only books of this author.',
  type: 'string',
  minLength: 1,
  maxLength: 200,
} as const

const fieldsSchema = {
  description: 'Members to return, separated by commas; `id` always stays.',
  type: 'string',
  maxLength: 1000,
} as const

const versionSchema = { type: 'integer', description: 'Number of this state; every change adds 1.' } as const

const selectedBookProperties = {
  id: { type: 'string', description: 'Opaque identifier of the book.' },
  branch: { type: 'string', description: 'Branch of the library.' },
  title: { type: 'string', description: 'Title of the book.' },
  author: { type: 'string', description: 'Who wrote it.' },
  pages: { type: 'integer', description: 'How many pages it has.' },
  published: { type: 'string', description: 'When it came out.' },
  whereabouts: { $ref: '#/$defs/Whereabouts' },
  version: versionSchema,
  created_at: { type: 'string', description: 'When the record was made.' },
  updated_at: { type: 'string', description: 'When it last changed.' },
} as const

const whereaboutsSchema = {
  oneOf: [{ $ref: '#/$defs/OnShelf' }, { $ref: '#/$defs/WithReader' }],
  description: 'Where a book is.',
} as const

const shelfSchema = { type: 'string', description: 'The shelf that it belongs on.' } as const

const onShelfSchema = {
  type: 'object',
  properties: { place: { type: 'string', const: 'shelf', description: 'It can be borrowed.' }, shelf: shelfSchema },
  required: ['place', 'shelf'],
  description: 'On its shelf.',
} as const

const withReaderSchema = {
  type: 'object',
  properties: {
    place: { type: 'string', const: 'reader', description: 'Somebody has it.' },
    borrower: { type: 'string', description: 'Who borrows it.' },
    due_on: { type: 'string', description: 'When it is to be back.' },
    shelf: shelfSchema,
  },
  required: ['place', 'borrower', 'due_on', 'shelf'],
  description: 'With a reader.',
} as const

const booksBranchSchema = {
  type: 'string',
  minLength: 2,
  maxLength: 32,
  description: 'Branch of the library.',
} as const

const titleSchema = { type: 'string', minLength: 1, maxLength: 200, description: 'Title of the book.' } as const

const booksAuthorSchema = { type: 'string', minLength: 1, maxLength: 200, description: 'Who wrote it.' } as const

const pagesSchema = { type: 'integer', minimum: 1, maximum: 100000, description: 'How many pages it has.' } as const

const publishedSchema = { type: 'string', format: 'date', description: 'When it came out.', maxLength: 10 } as const

const bookIdSchema = { type: 'string', maxLength: 64, description: 'Opaque identifier of the book.' } as const

const booksInputSchema = {
  type: 'object',
  properties: { book_id: bookIdSchema },
  required: ['book_id'],
  additionalProperties: false,
} as const

const booksOutputSchema = {
  type: 'object',
  properties: selectedBookProperties,
  required: [
    'id',
    'branch',
    'title',
    'author',
    'pages',
    'published',
    'whereabouts',
    'version',
    'created_at',
    'updated_at',
  ],
  description: 'A book of a branch.',
  $defs: { Whereabouts: whereaboutsSchema, OnShelf: onShelfSchema, WithReader: withReaderSchema },
} as const

const booksVersionSchema = {
  description: 'The `version` that the change is based on. Where the record has another one by now: 409.',
  type: 'integer',
  minimum: 1,
  maximum: 9007199254740991,
} as const

const booksInputSchema2 = {
  type: 'object',
  properties: {
    book_id: bookIdSchema,
    borrower: { type: 'string', minLength: 1, maxLength: 200, description: 'Who borrows it.' },
    due_on: { type: 'string', format: 'date', description: 'When it is to be back.', maxLength: 10 },
  },
  required: ['book_id', 'borrower', 'due_on'],
  additionalProperties: false,
} as const

const shelvesSchema = {
  maxItems: 100,
  type: 'array',
  items: { $ref: '#/$defs/Shelf' },
  description: 'The shelves of the floor.',
} as const

const plansInputSchema = {
  Shelf: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200, description: 'What is written on it.' },
      height: { type: 'number', exclusiveMinimum: 0, maximum: 10, description: 'In metres.' },
      shelves: {
        maxItems: 100,
        type: 'array',
        items: { $ref: '#/$defs/Shelf' },
        description: 'The shelves within it.',
      },
    },
    required: ['name', 'height', 'shelves'],
    additionalProperties: false,
    description: 'A shelf, and those within it.',
  },
} as const

const planIdSchema = { type: 'string', maxLength: 64, description: 'Opaque identifier of the plan.' } as const

const peopleBranchSchema = {
  description: 'Only people of this branch.',
  type: 'string',
  minLength: 2,
  maxLength: 32,
} as const

const postSchema = {
  description: 'Only who does this.',
  type: 'string',
  enum: ['librarian', 'clerk', 'reader'],
} as const

const fullNameSchema = { type: 'string', minLength: 1, maxLength: 200, description: 'Name of the person.' } as const

const mailSchema = {
  type: 'string',
  maxLength: 254,
  format: 'email',
  description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
} as const

const peoplePostSchema = {
  type: 'string',
  enum: ['librarian', 'clerk', 'reader'],
  description: 'What the person does here.',
} as const

const personIdSchema = { type: 'string', maxLength: 64, description: 'Opaque identifier of the person.' } as const

const standingSchema = {
  type: 'string',
  enum: ['active', 'suspended'],
  description: 'Whether the person may sign in.',
} as const

const scopesSchema = {
  type: 'string',
  enum: ['read:books', 'write:books', 'lend:books', 'read:people', 'write:people', 'read:events', 'run:desk'],
} as const

const nameSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Name that people see when they consent.',
} as const

const grantTypesSchema = {
  minItems: 1,
  maxItems: 4,
  type: 'array',
  items: {
    type: 'string',
    enum: ['authorization_code', 'refresh_token', 'client_credentials', 'urn:ietf:params:oauth:grant-type:device_code'],
  },
  uniqueItems: true,
  description:
    'How the client gets tokens. `refresh_token` is allowed only together with `authorization_code` or the device code.',
} as const

const oauthClientsScopesSchema = {
  minItems: 1,
  maxItems: 11,
  type: 'array',
  items: {
    type: 'string',
    enum: [
      'read:books',
      'write:books',
      'lend:books',
      'read:people',
      'write:people',
      'read:events',
      'run:desk',
      'openid',
      'profile',
      'email',
      'offline_access',
    ],
  },
  uniqueItems: true,
  description: 'Scopes that tokens of the client may have: those of the API, and those of OpenID Connect.',
} as const

const tokenEndpointAuthMethodValues = [
  'client_secret_basic',
  'client_secret_post',
  'none',
  'tls_client_auth',
  'self_signed_tls_client_auth',
] as const

const tlsClientAuthSubjectDnAlternatives = [
  { type: 'string', minLength: 1, maxLength: 1000 },
  { type: 'null' },
] as const

const jwksAlternatives = [
  {
    type: 'object',
    properties: {
      keys: {
        minItems: 1,
        maxItems: 10,
        type: 'array',
        items: { $ref: '#/$defs/JsonWebKey' },
        description: 'The keys.',
      },
    },
    required: ['keys'],
    additionalProperties: false,
  },
  { type: 'null' },
] as const

const oauthClientsInputSchema = {
  JsonWebKey: {
    type: 'object',
    properties: {
      kty: { type: 'string', enum: ['RSA', 'EC', 'OKP'], description: 'Kind of key.' },
      x5c: {
        minItems: 1,
        maxItems: 5,
        type: 'array',
        items: { type: 'string', maxLength: 16384, description: 'A certificate, DER in base64.' },
        description: 'The certificate of this key, followed by those of its issuers.',
      },
      kid: { description: 'Name of the key.', type: 'string', maxLength: 200 },
      use: { description: 'What it is for.', type: 'string', enum: ['sig', 'enc'] },
      alg: { description: 'Algorithm it is used with.', type: 'string', maxLength: 50 },
      crv: { description: 'Curve.', type: 'string', maxLength: 50 },
      x: { description: 'Coordinate x.', type: 'string', maxLength: 2048 },
      y: { description: 'Coordinate y.', type: 'string', maxLength: 2048 },
      n: { description: 'Modulus.', type: 'string', maxLength: 2048 },
      e: { description: 'Exponent.', type: 'string', maxLength: 2048 },
      x5t: { description: 'SHA-1 of the certificate.', type: 'string', maxLength: 2048 },
      'x5t#S256': { description: 'SHA-256 of the certificate.', type: 'string', maxLength: 2048 },
    },
    required: ['kty', 'x5c'],
    additionalProperties: false,
    description: 'A public key and its certificate (RFC 7517).',
  },
} as const

const formatSchema = {
  type: 'string',
  enum: ['ndjson', 'csv'],
  description: 'One JSON object a line, or comma-separated values (RFC 4180) with a header line.',
} as const

const filterAlternatives = [{ $ref: '#/$defs/BooksExportFilter' }, { $ref: '#/$defs/PeopleExportFilter' }] as const

const exportsOutputSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'Opaque identifier of the export.' },
    format: formatSchema,
    kind: { type: 'string', enum: ['books', 'people'], description: 'Which records the export is of.' },
    filter: { anyOf: filterAlternatives, description: 'Which records of the kind to export; all without it.' },
    status: {
      type: 'string',
      enum: ['pending', 'running', 'succeeded', 'failed'],
      description: 'Where the export stands.',
    },
    progress: { $ref: '#/$defs/ExportProgress' },
    file: {
      anyOf: [{ $ref: '#/$defs/ExportFile' }, { type: 'null' }],
      description: 'The file to download; null until the export has succeeded.',
    },
    created_at: { type: 'string', description: 'When the export was requested.' },
    expires_at: { type: 'string', description: 'When the export and its file are deleted: 24 hours later.' },
  },
  required: ['id', 'format', 'kind', 'filter', 'status', 'progress', 'file', 'created_at', 'expires_at'],
  description: 'An export of books or people into a file.',
  $defs: {
    BooksExportFilter: {
      type: 'object',
      properties: {
        branch: { description: 'Only books of this branch.', type: 'string' },
        author: { description: 'Only books of this author.', type: 'string' },
      },
      description: 'Which books to export; all without it.',
    },
    PeopleExportFilter: {
      type: 'object',
      properties: { branch: { description: 'Only people of this branch.', type: 'string' }, post: postSchema },
      description: 'Which people to export; all without it.',
    },
    ExportProgress: {
      type: 'object',
      properties: {
        done: { type: 'integer', description: 'Records written so far.' },
        total: { type: 'integer', description: 'Records to write.' },
      },
      required: ['done', 'total'],
      description: 'How far an export is.',
    },
    ExportFile: {
      type: 'object',
      properties: {
        size: { type: 'integer', description: 'Length in bytes.' },
        sha256: { type: 'string', description: 'SHA-256 of the bytes, in hexadecimal; the `ETag` of the file.' },
        content_type: { type: 'string', description: 'Media type.' },
        href: { type: 'string', description: 'Address to download it from, with a credential.' },
      },
      required: ['size', 'sha256', 'content_type', 'href'],
      description: 'The file of an export.',
    },
  },
} as const

const eventsSchema = {
  type: 'string',
  enum: [
    '*',
    'book.added',
    'book.updated',
    'book.lent',
    'book.returned',
    'book.withdrawn',
    'plan.drawn',
    'plan.updated',
    'person.added',
    'person.updated',
    'api_key.created',
    'api_key.rotated',
    'api_key.revoked',
    'export.succeeded',
    'export.failed',
    'webhook.test',
  ],
} as const

const descriptionAlternatives = [{ type: 'string', minLength: 0, maxLength: 500 }, { type: 'null' }] as const

/** The operations of the application, as agents see them. */
export const AGENTS: MockedAgents = {
  operations: [
    {
      name: 'books.list',
      summary: 'List books',
      description: 'Books, the newest first unless sorted otherwise. Clerks and readers see those of their branch.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: limitSchema,
          cursor: cursorSchema,
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'title', 'pages', 'published', 'id'],
          },
          order: orderSchema,
          branch: branchSchema,
          author: authorSchema,
          fields: fieldsSchema,
        },
        additionalProperties: false,
      },
      tool: {
        name: 'find_books',
        description:
          'Finds books by branch or author. Begin here when you know a book but not its id (`bok_…`). `whereabouts` says on which shelf it stands, or who has it and until when.',
        outputSchema: {
          type: 'object',
          properties: {
            data: { type: 'array', items: { $ref: '#/$defs/SelectedBook' }, description: 'The records of this page.' },
            next_cursor: {
              description: 'Value of `cursor` for the next page; null on the last page.',
              type: ['string', 'null'],
            },
            has_more: { type: 'boolean', description: 'Whether another page follows.' },
          },
          required: ['data', 'next_cursor', 'has_more'],
          description: 'A page of the collection, by cursor.',
          $defs: {
            SelectedBook: {
              type: 'object',
              properties: selectedBookProperties,
              required: ['id'],
              description: 'A book of a branch. Without the members that `fields` leaves out.',
            },
            Whereabouts: whereaboutsSchema,
            OnShelf: onShelfSchema,
            WithReader: withReaderSchema,
          },
        },
      },
    },
    {
      name: 'books.add',
      summary: 'Add a book',
      description: 'Adds a book to a branch, and puts it on a shelf.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          branch: booksBranchSchema,
          title: titleSchema,
          author: booksAuthorSchema,
          pages: pagesSchema,
          published: publishedSchema,
          shelf: { type: 'string', maxLength: 8, description: 'The shelf that it belongs on.' },
        },
        required: ['branch', 'title', 'author', 'pages', 'published', 'shelf'],
        additionalProperties: false,
      },
    },
    {
      name: 'books.get',
      summary: 'Get a book',
      description: 'One book, and where it is.',
      hints: { readOnlyHint: true },
      inputSchema: booksInputSchema,
      tool: {
        name: 'get_book',
        description: 'Reads one book by id: where it stands now, or who has it and until when.',
        outputSchema: booksOutputSchema,
      },
    },
    {
      name: 'books.update',
      summary: 'Change a book',
      description: 'Changes the members that are sent.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          book_id: bookIdSchema,
          title: titleSchema,
          author: booksAuthorSchema,
          pages: pagesSchema,
          published: publishedSchema,
          version: booksVersionSchema,
        },
        required: ['book_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'books.lend',
      summary: 'Lend a book',
      description: 'Takes the book from its shelf, for somebody who borrows it.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: booksInputSchema2,
      tool: {
        name: 'lend_book',
        description:
          'Lends a book by id to who borrows it, until a day. It must stand on its shelf: one that is lent is refused with a conflict. Take it back with return_book.',
        outputSchema: booksOutputSchema,
      },
    },
    {
      name: 'books.checkOut',
      summary: 'Check out a book',
      description:
        'What `books.lend` does, under its former name. Deprecated since 2026-09-01; it may be gone from 2027-09-01 on. See https://library.example/news/loans',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: booksInputSchema2,
    },
    {
      name: 'books.return',
      summary: 'Take a book back',
      description: 'Puts the book back on its shelf.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: booksInputSchema,
      tool: {
        name: 'return_book',
        description: 'Takes back a book that is lent, and puts it on its shelf again.',
        outputSchema: booksOutputSchema,
      },
    },
    {
      name: 'books.withdraw',
      summary: 'Withdraw a book',
      description: 'Takes the book out of the library. Its identifier answers 410 for 30 days.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: booksInputSchema,
    },
    {
      name: 'plans.list',
      summary: 'List plans',
      description: 'Plans, the newest first unless sorted otherwise. Clerks and readers see those of their branch.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: limitSchema,
          cursor: cursorSchema,
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'floor', 'id'],
          },
          order: orderSchema,
        },
        additionalProperties: false,
      },
    },
    {
      name: 'plans.draw',
      summary: 'Draw a plan',
      description: 'Says which shelves a floor has.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          branch: booksBranchSchema,
          floor: {
            type: 'integer',
            minimum: -5,
            maximum: 50,
            description: 'The floor; those under the ground are negative.',
          },
          shelves: shelvesSchema,
        },
        required: ['branch', 'floor', 'shelves'],
        additionalProperties: false,
        $defs: plansInputSchema,
      },
    },
    {
      name: 'plans.get',
      summary: 'Get a plan',
      description: 'The shelves of one floor, with all that are within them.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { plan_id: planIdSchema },
        required: ['plan_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'plans.rearrange',
      summary: 'Rearrange a floor',
      description: 'Puts other shelves in place of those of the plan.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: { plan_id: planIdSchema, shelves: shelvesSchema, version: booksVersionSchema },
        required: ['plan_id'],
        additionalProperties: false,
        $defs: plansInputSchema,
      },
    },
    {
      name: 'people.list',
      summary: 'List people',
      description: 'People, the newest first unless sorted otherwise. Clerks see those of their branch.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: limitSchema,
          cursor: cursorSchema,
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'full_name', 'joined_on', 'id'],
          },
          order: orderSchema,
          branch: peopleBranchSchema,
          post: postSchema,
          fields: fieldsSchema,
        },
        additionalProperties: false,
      },
    },
    {
      name: 'people.add',
      summary: 'Add a person',
      description: 'Adds somebody to a branch.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          branch: booksBranchSchema,
          full_name: fullNameSchema,
          mail: mailSchema,
          post: peoplePostSchema,
          joined_on: {
            type: 'string',
            format: 'date',
            description: 'Since when the person has been here.',
            maxLength: 10,
          },
          standing: {
            default: 'active',
            type: 'string',
            enum: ['active', 'suspended'],
            description: 'Whether the person may sign in.',
          },
        },
        required: ['branch', 'full_name', 'mail', 'post', 'joined_on'],
        additionalProperties: false,
      },
    },
    {
      name: 'people.get',
      summary: 'Get a person',
      description: 'One person.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { person_id: personIdSchema },
        required: ['person_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'people.update',
      summary: 'Change a person',
      description: 'Changes the members that are sent. Who may do less afterwards is signed out.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          person_id: personIdSchema,
          branch: booksBranchSchema,
          full_name: fullNameSchema,
          mail: mailSchema,
          post: peoplePostSchema,
          standing: standingSchema,
          version: booksVersionSchema,
        },
        required: ['person_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'people.setPassword',
      summary: 'Give a password',
      description: 'Gives a person a password to sign in with, and ends the sessions from before.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          person_id: personIdSchema,
          password: {
            type: 'string',
            format: 'password',
            minLength: 12,
            maxLength: 128,
            description:
              'The new password. Common passwords are refused, and so are repetitions of one character or word, and the e-mail address, the name of the user or of the service, each with a few more characters.',
          },
        },
        required: ['person_id', 'password'],
        additionalProperties: false,
      },
    },
    'apiKeys.list',
    {
      name: 'apiKeys.create',
      summary: 'Create an API key',
      description:
        'Creates a key and returns its secret, which is shown only once. A key cannot have more power than its creator, or outlive a key that creates it. To create a key that acts as another user, the caller needs the power of that user.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 200, description: 'What the key is for.' },
          user_id: {
            default: null,
            description: 'The user the key acts as; a key in the role reader needs one. Default: null, a machine.',
            anyOf: [
              { type: 'string', maxLength: 64, description: 'Opaque identifier of the user the key acts as.' },
              { type: 'null' },
            ],
          },
          scopes: {
            minItems: 1,
            maxItems: 7,
            type: 'array',
            items: scopesSchema,
            description: 'What the key may do; never more than its role may.',
          },
          role: {
            default: 'reader',
            description: 'Role the key acts in. Default: reader.',
            type: 'string',
            enum: ['librarian', 'clerk', 'reader'],
          },
          expires_at: {
            default: null,
            description: 'When the key ends. Default: null, never.',
            anyOf: [{ type: 'string', maxLength: 64, format: 'date-time' }, { type: 'null' }],
          },
        },
        required: ['name', 'scopes'],
        additionalProperties: false,
      },
    },
    'apiKeys.get',
    'apiKeys.revoke',
    'apiKeys.rotate',
    'oauthClients.list',
    {
      name: 'oauthClients.create',
      summary: 'Register an OAuth client',
      description:
        'Registers a client and returns its secret, which is shown only once. A caller can register and change only clients whose scopes it holds itself.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          name: nameSchema,
          type: {
            type: 'string',
            enum: ['confidential', 'public'],
            description:
              'Whether the client can keep a secret: `confidential` for a server, `public` for an app on a device or in a browser.',
          },
          grant_types: grantTypesSchema,
          redirect_uris: {
            default: [],
            description:
              'Addresses to which the authorization server may redirect; `authorization_code` needs one. Default: none.',
            minItems: 0,
            maxItems: 20,
            type: 'array',
            items: { type: 'string', maxLength: 2000, format: 'uri' },
            uniqueItems: true,
          },
          scopes: oauthClientsScopesSchema,
          token_endpoint_auth_method: {
            description:
              'How the client authenticates. Default: `client_secret_basic`, and `none` for a public client.',
            type: 'string',
            enum: tokenEndpointAuthMethodValues,
          },
          tls_client_auth_subject_dn: {
            default: null,
            anyOf: tlsClientAuthSubjectDnAlternatives,
            description:
              'Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other.',
          },
          jwks: {
            default: null,
            anyOf: jwksAlternatives,
            description:
              'Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2); null for any other.',
          },
        },
        required: ['name', 'type', 'grant_types', 'scopes'],
        additionalProperties: false,
        $defs: oauthClientsInputSchema,
      },
    },
    'oauthClients.get',
    {
      name: 'oauthClients.update',
      summary: 'Change an OAuth client',
      description:
        'Changes the members that are sent (JSON Merge Patch, RFC 7396); the client must make sense as a whole. A client that changes to a method with a secret gets one from `rotate-secret`. New scopes end a secret that was shown to a caller without them.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' },
          name: nameSchema,
          grant_types: grantTypesSchema,
          redirect_uris: {
            minItems: 0,
            maxItems: 20,
            type: 'array',
            items: { type: 'string', maxLength: 2000, format: 'uri' },
            uniqueItems: true,
            description: 'Addresses to which the authorization server may redirect, compared character by character.',
          },
          scopes: oauthClientsScopesSchema,
          token_endpoint_auth_method: {
            type: 'string',
            enum: tokenEndpointAuthMethodValues,
            description:
              'How the client authenticates at the token endpoint; no other method is accepted. A public client has `none`.',
          },
          tls_client_auth_subject_dn: {
            anyOf: tlsClientAuthSubjectDnAlternatives,
            description:
              'Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other.',
          },
          jwks: {
            anyOf: jwksAlternatives,
            description:
              'Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2); null for any other.',
          },
        },
        required: ['client_id'],
        additionalProperties: false,
        $defs: oauthClientsInputSchema,
      },
    },
    'oauthClients.delete',
    'oauthClients.rotateSecret',
    {
      name: 'exports.create',
      summary: 'Export books or people',
      description:
        'Starts an export of the books or people that pass `filter`. Read it at its `Location` until `status` is `succeeded` or `failed`, or wait for the event. The export of a caller who sees only its own records contains no others. It takes the scope of what is exported: `read:books` for books, `read:people` for people.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          format: formatSchema,
          kind: {
            default: 'books',
            type: 'string',
            enum: ['books', 'people'],
            description: 'Which records the export is of.',
          },
          filter: {
            default: {},
            anyOf: filterAlternatives,
            description: 'Which records of the kind to export; all without it.',
          },
        },
        required: ['format'],
        additionalProperties: false,
        $defs: {
          BooksExportFilter: {
            type: 'object',
            properties: { branch: branchSchema, author: authorSchema },
            additionalProperties: false,
            description: 'Which books to export; all without it.',
          },
          PeopleExportFilter: {
            type: 'object',
            properties: { branch: peopleBranchSchema, post: postSchema },
            additionalProperties: false,
            description: 'Which people to export; all without it.',
          },
        },
      },
      tool: {
        name: 'start_export',
        description:
          'Starts to write the books or people that pass `filter` into a file, in the background: for all of them, where pages would take too many calls. Read it with get_export until `status` is `succeeded`; then `file.href` is where to download it for a day, with an API key. Without one, give the address to the person you act for.',
        outputSchema: exportsOutputSchema,
      },
    },
    {
      name: 'exports.get',
      summary: 'Get an export',
      description:
        'The progress of an export, and the address of its file when it is ready. Its creator can read it, and so can a caller with every scope for all records.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { export_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the export.' } },
        required: ['export_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'get_export',
        description:
          'Tells how far an export is (`progress`) and, once it has succeeded, where its file is. Ask once a second at most.',
        outputSchema: exportsOutputSchema,
      },
    },
    'sessions.list',
    'sessions.end',
    {
      name: 'me.get',
      summary: 'Get the caller',
      description: 'The credential of this request: its scopes, and the user it acts as. Needs any credential.',
      hints: { readOnlyHint: true },
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      tool: {
        name: 'who_am_i',
        description:
          'Tells whom you act as and which scopes you hold. Call it when a tool answers insufficient-scope, or before you promise what you may not do.',
        outputSchema: {
          type: 'object',
          properties: {
            principal: { $ref: '#/$defs/Principal' },
            role: {
              type: 'string',
              enum: ['librarian', 'clerk', 'reader', 'service'],
              description: 'Role it acts in.',
            },
            scopes: { type: 'array', items: scopesSchema, description: 'What it may do.' },
            user: {
              anyOf: [{ $ref: '#/$defs/Person' }, { type: 'null' }],
              description: 'The user it acts as; null for a machine.',
            },
          },
          required: ['principal', 'role', 'scopes', 'user'],
          description: 'The caller, as the service sees it.',
          $defs: {
            Principal: {
              type: 'object',
              properties: {
                type: {
                  type: 'string',
                  enum: ['api_key', 'access_token', 'session'],
                  description: 'Kind of credential.',
                },
                id: {
                  type: 'string',
                  description:
                    'Opaque identifier of the key, client or user; for a user of an external provider, the identifier there.',
                },
                name: { type: 'string', description: 'Its name.' },
              },
              required: ['type', 'id', 'name'],
              description: 'The caller that a credential stands for.',
            },
            Person: {
              type: 'object',
              properties: {
                id: { type: 'string', description: 'Opaque identifier of the person.' },
                branch: { type: 'string', description: 'Branch of the library.' },
                full_name: { type: 'string', description: 'Name of the person.' },
                mail: {
                  type: 'string',
                  description:
                    'E-mail address, unique among user records whatever its case or notation; kept as typed.',
                },
                post: peoplePostSchema,
                joined_on: { type: 'string', description: 'Since when the person has been here.' },
                standing: standingSchema,
                version: versionSchema,
                created_at: { type: 'string', description: 'When the record was made.' },
                updated_at: { type: 'string', description: 'When it last changed.' },
              },
              required: [
                'id',
                'branch',
                'full_name',
                'mail',
                'post',
                'joined_on',
                'standing',
                'version',
                'created_at',
                'updated_at',
              ],
              description: 'Somebody who works or reads here.',
            },
          },
        },
      },
    },
    'webhookEndpoints.list',
    {
      name: 'webhookEndpoints.create',
      summary: 'Create a webhook endpoint',
      description:
        'Creates an endpoint and returns its secret, which is shown only once. The endpoint gets the events that are committed from now on. The address must be https and must not lead into a private network.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          url: {
            type: 'string',
            maxLength: 2048,
            format: 'uri',
            description: 'Address to which deliveries are sent: https, and publicly reachable.',
          },
          events: {
            default: ['*'],
            description: 'Names of the events to deliver; `*` for all. Default: all.',
            minItems: 1,
            maxItems: 16,
            type: 'array',
            items: eventsSchema,
          },
          description: {
            default: null,
            description: 'Purpose of the endpoint. Default: null.',
            anyOf: descriptionAlternatives,
          },
        },
        required: ['url'],
        additionalProperties: false,
      },
    },
    'webhookEndpoints.get',
    {
      name: 'webhookEndpoints.update',
      summary: 'Change a webhook endpoint',
      description:
        'Changes the members that are sent. `status` `disabled` pauses the endpoint; `enabled` starts it again and clears `disabled_reason`. Use `recover` for the events that it missed meanwhile.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
          url: {
            format: 'uri',
            description: 'Address to which deliveries are sent: https, and publicly reachable.',
            type: 'string',
            maxLength: 2048,
          },
          events: {
            description: 'Names of the events to deliver; `*` for all.',
            minItems: 1,
            maxItems: 16,
            type: 'array',
            items: eventsSchema,
          },
          description: { description: 'Purpose of the endpoint; null for none.', anyOf: descriptionAlternatives },
          status: {
            description: 'Whether deliveries are sent. A disabled endpoint gets none, and its pending deliveries wait.',
            type: 'string',
            enum: ['enabled', 'disabled'],
          },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    'webhookEndpoints.delete',
    'webhookEndpoints.test',
    'webhookEndpoints.rotateSecret',
    'webhookEndpoints.deliveries',
    'webhookEndpoints.redeliver',
    'webhookEndpoints.recover',
    'events.list',
  ],
  scopes: ['read:books', 'read:events'],
  remedies: {
    'book-lent': 'Read the book: `whereabouts` says when it is due. Wait until it is back.',
    'book-on-shelf': 'Read the book: `whereabouts` says on which shelf it is.',
    'mail-taken': 'Use another address, or change the record of who has it.',
  },
}
