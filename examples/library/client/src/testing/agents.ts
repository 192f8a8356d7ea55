// Written by `roster-generate` from the contract. Changes to it are lost.

import type { MockedAgents } from '@roster/sdk/testing'

/** What agents are told of the application. */
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
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'title', 'pages', 'published', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          branch: { description: 'Only books of this branch.', type: 'string', minLength: 2, maxLength: 32 },
          author: { description: 'Only books of this author.', type: 'string', minLength: 1, maxLength: 200 },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
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
              description: 'Value for `cursor` to read on; null on the last page.',
              type: ['string', 'null'],
            },
            has_more: { type: 'boolean', description: 'Whether another page follows.' },
          },
          required: ['data', 'next_cursor', 'has_more'],
          description: 'A page of a walk through the collection.',
          $defs: {
            SelectedBook: {
              type: 'object',
              properties: {
                id: { type: 'string', description: 'Opaque identifier of the book.' },
                branch: { type: 'string', description: 'Branch of the library.' },
                title: { type: 'string', description: 'Title of the book.' },
                author: { type: 'string', description: 'Who wrote it.' },
                pages: { type: 'integer', description: 'How many pages it has.' },
                published: { type: 'string', description: 'When it came out.' },
                whereabouts: { $ref: '#/$defs/Whereabouts' },
                version: { type: 'integer', description: 'Number of this state; every change adds 1.' },
                created_at: { type: 'string', description: 'When the record was made.' },
                updated_at: { type: 'string', description: 'When it last changed.' },
              },
              required: ['id'],
              description: 'A book of a branch. Without the members that `fields` leaves out.',
            },
            Whereabouts: {
              oneOf: [{ $ref: '#/$defs/OnShelf' }, { $ref: '#/$defs/WithReader' }],
              description: 'Where a book is.',
            },
            OnShelf: {
              type: 'object',
              properties: {
                place: { type: 'string', const: 'shelf', description: 'It can be borrowed.' },
                shelf: { type: 'string', description: 'The shelf that it belongs on.' },
              },
              required: ['place', 'shelf'],
              description: 'On its shelf.',
            },
            WithReader: {
              type: 'object',
              properties: {
                place: { type: 'string', const: 'reader', description: 'Somebody has it.' },
                borrower: { type: 'string', description: 'Who borrows it.' },
                due_on: { type: 'string', description: 'When it is to be back.' },
                shelf: { type: 'string', description: 'The shelf that it belongs on.' },
              },
              required: ['place', 'borrower', 'due_on', 'shelf'],
              description: 'With a reader.',
            },
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
          branch: { type: 'string', minLength: 2, maxLength: 32, description: 'Branch of the library.' },
          title: { type: 'string', minLength: 1, maxLength: 200, description: 'Title of the book.' },
          author: { type: 'string', minLength: 1, maxLength: 200, description: 'Who wrote it.' },
          pages: { type: 'integer', minimum: 1, maximum: 100000, description: 'How many pages it has.' },
          published: { type: 'string', format: 'date', description: 'When it came out.', maxLength: 10 },
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
      inputSchema: {
        type: 'object',
        properties: { book_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the book.' } },
        required: ['book_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'get_book',
        description: 'Reads one book by id: where it stands now, or who has it and until when.',
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the book.' },
            branch: { type: 'string', description: 'Branch of the library.' },
            title: { type: 'string', description: 'Title of the book.' },
            author: { type: 'string', description: 'Who wrote it.' },
            pages: { type: 'integer', description: 'How many pages it has.' },
            published: { type: 'string', description: 'When it came out.' },
            whereabouts: { $ref: '#/$defs/Whereabouts' },
            version: { type: 'integer', description: 'Number of this state; every change adds 1.' },
            created_at: { type: 'string', description: 'When the record was made.' },
            updated_at: { type: 'string', description: 'When it last changed.' },
          },
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
          $defs: {
            Whereabouts: {
              oneOf: [{ $ref: '#/$defs/OnShelf' }, { $ref: '#/$defs/WithReader' }],
              description: 'Where a book is.',
            },
            OnShelf: {
              type: 'object',
              properties: {
                place: { type: 'string', const: 'shelf', description: 'It can be borrowed.' },
                shelf: { type: 'string', description: 'The shelf that it belongs on.' },
              },
              required: ['place', 'shelf'],
              description: 'On its shelf.',
            },
            WithReader: {
              type: 'object',
              properties: {
                place: { type: 'string', const: 'reader', description: 'Somebody has it.' },
                borrower: { type: 'string', description: 'Who borrows it.' },
                due_on: { type: 'string', description: 'When it is to be back.' },
                shelf: { type: 'string', description: 'The shelf that it belongs on.' },
              },
              required: ['place', 'borrower', 'due_on', 'shelf'],
              description: 'With a reader.',
            },
          },
        },
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
          book_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the book.' },
          title: { type: 'string', minLength: 1, maxLength: 200, description: 'Title of the book.' },
          author: { type: 'string', minLength: 1, maxLength: 200, description: 'Who wrote it.' },
          pages: { type: 'integer', minimum: 1, maximum: 100000, description: 'How many pages it has.' },
          published: { type: 'string', format: 'date', description: 'When it came out.', maxLength: 10 },
          version: {
            description: 'The `version` that the change is based on. Where the record has another one by now: 409.',
            type: 'integer',
            minimum: 1,
            maximum: 9007199254740991,
          },
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
      inputSchema: {
        type: 'object',
        properties: {
          book_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the book.' },
          borrower: { type: 'string', minLength: 1, maxLength: 200, description: 'Who borrows it.' },
          due_on: { type: 'string', format: 'date', description: 'When it is to be back.', maxLength: 10 },
        },
        required: ['book_id', 'borrower', 'due_on'],
        additionalProperties: false,
      },
      tool: {
        name: 'lend_book',
        description:
          'Lends a book by id to who borrows it, until a day. It must stand on its shelf: one that is lent is refused with a conflict. Take it back with return_book.',
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the book.' },
            branch: { type: 'string', description: 'Branch of the library.' },
            title: { type: 'string', description: 'Title of the book.' },
            author: { type: 'string', description: 'Who wrote it.' },
            pages: { type: 'integer', description: 'How many pages it has.' },
            published: { type: 'string', description: 'When it came out.' },
            whereabouts: { $ref: '#/$defs/Whereabouts' },
            version: { type: 'integer', description: 'Number of this state; every change adds 1.' },
            created_at: { type: 'string', description: 'When the record was made.' },
            updated_at: { type: 'string', description: 'When it last changed.' },
          },
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
          $defs: {
            Whereabouts: {
              oneOf: [{ $ref: '#/$defs/OnShelf' }, { $ref: '#/$defs/WithReader' }],
              description: 'Where a book is.',
            },
            OnShelf: {
              type: 'object',
              properties: {
                place: { type: 'string', const: 'shelf', description: 'It can be borrowed.' },
                shelf: { type: 'string', description: 'The shelf that it belongs on.' },
              },
              required: ['place', 'shelf'],
              description: 'On its shelf.',
            },
            WithReader: {
              type: 'object',
              properties: {
                place: { type: 'string', const: 'reader', description: 'Somebody has it.' },
                borrower: { type: 'string', description: 'Who borrows it.' },
                due_on: { type: 'string', description: 'When it is to be back.' },
                shelf: { type: 'string', description: 'The shelf that it belongs on.' },
              },
              required: ['place', 'borrower', 'due_on', 'shelf'],
              description: 'With a reader.',
            },
          },
        },
      },
    },
    {
      name: 'books.checkOut',
      summary: 'Check out a book',
      description: 'What `books.lend` does, under its former name.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          book_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the book.' },
          borrower: { type: 'string', minLength: 1, maxLength: 200, description: 'Who borrows it.' },
          due_on: { type: 'string', format: 'date', description: 'When it is to be back.', maxLength: 10 },
        },
        required: ['book_id', 'borrower', 'due_on'],
        additionalProperties: false,
      },
    },
    {
      name: 'books.return',
      summary: 'Take a book back',
      description: 'Puts the book back on its shelf.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: { book_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the book.' } },
        required: ['book_id'],
        additionalProperties: false,
      },
      tool: {
        name: 'return_book',
        description: 'Takes back a book that is lent, and puts it on its shelf again.',
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the book.' },
            branch: { type: 'string', description: 'Branch of the library.' },
            title: { type: 'string', description: 'Title of the book.' },
            author: { type: 'string', description: 'Who wrote it.' },
            pages: { type: 'integer', description: 'How many pages it has.' },
            published: { type: 'string', description: 'When it came out.' },
            whereabouts: { $ref: '#/$defs/Whereabouts' },
            version: { type: 'integer', description: 'Number of this state; every change adds 1.' },
            created_at: { type: 'string', description: 'When the record was made.' },
            updated_at: { type: 'string', description: 'When it last changed.' },
          },
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
          $defs: {
            Whereabouts: {
              oneOf: [{ $ref: '#/$defs/OnShelf' }, { $ref: '#/$defs/WithReader' }],
              description: 'Where a book is.',
            },
            OnShelf: {
              type: 'object',
              properties: {
                place: { type: 'string', const: 'shelf', description: 'It can be borrowed.' },
                shelf: { type: 'string', description: 'The shelf that it belongs on.' },
              },
              required: ['place', 'shelf'],
              description: 'On its shelf.',
            },
            WithReader: {
              type: 'object',
              properties: {
                place: { type: 'string', const: 'reader', description: 'Somebody has it.' },
                borrower: { type: 'string', description: 'Who borrows it.' },
                due_on: { type: 'string', description: 'When it is to be back.' },
                shelf: { type: 'string', description: 'The shelf that it belongs on.' },
              },
              required: ['place', 'borrower', 'due_on', 'shelf'],
              description: 'With a reader.',
            },
          },
        },
      },
    },
    {
      name: 'books.withdraw',
      summary: 'Withdraw a book',
      description: 'Takes the book out of the library. Its identifier answers 410 for 30 days.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: { book_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the book.' } },
        required: ['book_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'plans.list',
      summary: 'List plans',
      description: 'Plans, the newest first unless sorted otherwise. Clerks and readers see those of their branch.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'floor', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
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
          branch: { type: 'string', minLength: 2, maxLength: 32, description: 'Branch of the library.' },
          floor: {
            type: 'integer',
            minimum: -5,
            maximum: 50,
            description: 'The floor; those under the ground are negative.',
          },
          shelves: {
            maxItems: 100,
            type: 'array',
            items: { $ref: '#/$defs/Shelf' },
            description: 'The shelves of the floor.',
          },
        },
        required: ['branch', 'floor', 'shelves'],
        additionalProperties: false,
        $defs: {
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
        },
      },
    },
    {
      name: 'plans.get',
      summary: 'Get a plan',
      description: 'The shelves of one floor, with all that are within them.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { plan_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the plan.' } },
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
        properties: {
          plan_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the plan.' },
          shelves: {
            maxItems: 100,
            type: 'array',
            items: { $ref: '#/$defs/Shelf' },
            description: 'The shelves of the floor.',
          },
          version: {
            description: 'The `version` that the change is based on. Where the record has another one by now: 409.',
            type: 'integer',
            minimum: 1,
            maximum: 9007199254740991,
          },
        },
        required: ['plan_id'],
        additionalProperties: false,
        $defs: {
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
        },
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
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'full_name', 'joined_on', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          branch: { description: 'Only people of this branch.', type: 'string', minLength: 2, maxLength: 32 },
          post: { description: 'Only who does this.', type: 'string', enum: ['librarian', 'clerk', 'reader'] },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
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
          branch: { type: 'string', minLength: 2, maxLength: 32, description: 'Branch of the library.' },
          full_name: { type: 'string', minLength: 1, maxLength: 200, description: 'Name of the person.' },
          mail: {
            type: 'string',
            maxLength: 254,
            format: 'email',
            description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
          },
          post: { type: 'string', enum: ['librarian', 'clerk', 'reader'], description: 'What the person does here.' },
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
        properties: { person_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the person.' } },
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
          person_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the person.' },
          branch: { type: 'string', minLength: 2, maxLength: 32, description: 'Branch of the library.' },
          full_name: { type: 'string', minLength: 1, maxLength: 200, description: 'Name of the person.' },
          mail: {
            type: 'string',
            maxLength: 254,
            format: 'email',
            description: 'E-mail address, unique among user records whatever its case or notation; kept as typed.',
          },
          post: { type: 'string', enum: ['librarian', 'clerk', 'reader'], description: 'What the person does here.' },
          standing: { type: 'string', enum: ['active', 'suspended'], description: 'Whether the person may sign in.' },
          version: {
            description: 'The `version` that the change is based on. Where the record has another one by now: 409.',
            type: 'integer',
            minimum: 1,
            maximum: 9007199254740991,
          },
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
          person_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the person.' },
          password: {
            type: 'string',
            format: 'password',
            minLength: 12,
            maxLength: 128,
            description:
              'The new password. Refused are common ones, one character or word repeated, and what is the e-mail address, the name or the name of the service with a few characters more.',
          },
        },
        required: ['person_id', 'password'],
        additionalProperties: false,
      },
    },
    {
      name: 'apiKeys.list',
      summary: 'List API keys',
      description: 'Keys that are not revoked, newest first unless sorted otherwise.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'name', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          created_by: {
            description: 'Only what was made by the user, API key or OAuth client with this identifier.',
            type: 'string',
            maxLength: 255,
          },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        additionalProperties: false,
      },
    },
    {
      name: 'apiKeys.create',
      summary: 'Create an API key',
      description:
        'Creates a key and answers its secret, which is shown this once. A key grants only what its creator holds, lives no longer than a key that makes it, and acts as another user only for who holds what that user does.',
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
              ],
            },
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
    {
      name: 'apiKeys.get',
      summary: 'Get an API key',
      description: 'One key, without its secret.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { key_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the key.' } },
        required: ['key_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'apiKeys.revoke',
      summary: 'Revoke an API key',
      description: 'Ends the key and every secret of it at once. For 30 days the path answers 410, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: { key_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the key.' } },
        required: ['key_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'apiKeys.rotate',
      summary: 'Rotate an API key',
      description:
        'Gives the key a new secret, shown this once. The old secret works for 24 hours more, and ends with the next rotation.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: { key_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the key.' } },
        required: ['key_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'oauthClients.list',
      summary: 'List OAuth clients',
      description: 'Clients that are not deleted, newest first unless sorted otherwise.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'name', 'client_id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          created_by: {
            description: 'Only what was made by the user, API key or OAuth client with this identifier.',
            type: 'string',
            maxLength: 255,
          },
          fields: {
            description: 'Members to return, separated by commas; `client_id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        additionalProperties: false,
      },
    },
    {
      name: 'oauthClients.create',
      summary: 'Register an OAuth client',
      description:
        'Registers a client and answers its secret, which is shown this once. A caller registers and changes only clients whose scopes it holds itself.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          name: {
            type: 'string',
            minLength: 1,
            maxLength: 200,
            description: 'Name that people see when they consent.',
          },
          type: {
            type: 'string',
            enum: ['confidential', 'public'],
            description:
              'Whether the client can keep a secret: `confidential` for a server, `public` for an app on a device or in a browser.',
          },
          grant_types: {
            minItems: 1,
            maxItems: 4,
            type: 'array',
            items: {
              type: 'string',
              enum: [
                'authorization_code',
                'refresh_token',
                'client_credentials',
                'urn:ietf:params:oauth:grant-type:device_code',
              ],
            },
            uniqueItems: true,
            description:
              'How the client gets tokens. `refresh_token` stands beside `authorization_code` or the device code only.',
          },
          redirect_uris: {
            default: [],
            description: 'Where people may be sent back to; `authorization_code` needs one. Default: none.',
            minItems: 0,
            maxItems: 20,
            type: 'array',
            items: { type: 'string', maxLength: 2000, format: 'uri' },
            uniqueItems: true,
          },
          scopes: {
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
            description:
              'The most that tokens of the client may allow: scopes of the API, and those of OpenID Connect.',
          },
          token_endpoint_auth_method: {
            description:
              'How the client proves itself. Default: `client_secret_basic`, and `none` for a public client.',
            type: 'string',
            enum: [
              'client_secret_basic',
              'client_secret_post',
              'none',
              'tls_client_auth',
              'self_signed_tls_client_auth',
            ],
          },
          tls_client_auth_subject_dn: {
            default: null,
            anyOf: [{ type: 'string', minLength: 1, maxLength: 1000 }, { type: 'null' }],
            description:
              'Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other.',
          },
          jwks: {
            default: null,
            anyOf: [
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
            ],
            description:
              'Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2); null for any other.',
          },
        },
        required: ['name', 'type', 'grant_types', 'scopes'],
        additionalProperties: false,
        $defs: {
          JsonWebKey: {
            type: 'object',
            properties: {
              kty: { type: 'string', enum: ['RSA', 'EC', 'OKP'], description: 'Kind of key.' },
              x5c: {
                minItems: 1,
                maxItems: 5,
                type: 'array',
                items: { type: 'string', maxLength: 16384, description: 'A certificate, DER in base64.' },
                description: 'The certificate of this key, first, and those above it.',
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
        },
      },
    },
    {
      name: 'oauthClients.get',
      summary: 'Get an OAuth client',
      description: 'One client, without its secret.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: { client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' } },
        required: ['client_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'oauthClients.update',
      summary: 'Change an OAuth client',
      description:
        'Changes the members that are sent (JSON Merge Patch, RFC 7396); the client must make sense as a whole. One that begins to use a secret gets it from `rotate-secret`. New scopes end a secret that was shown to somebody who does not hold them.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' },
          name: {
            type: 'string',
            minLength: 1,
            maxLength: 200,
            description: 'Name that people see when they consent.',
          },
          grant_types: {
            minItems: 1,
            maxItems: 4,
            type: 'array',
            items: {
              type: 'string',
              enum: [
                'authorization_code',
                'refresh_token',
                'client_credentials',
                'urn:ietf:params:oauth:grant-type:device_code',
              ],
            },
            uniqueItems: true,
            description:
              'How the client gets tokens. `refresh_token` stands beside `authorization_code` or the device code only.',
          },
          redirect_uris: {
            minItems: 0,
            maxItems: 20,
            type: 'array',
            items: { type: 'string', maxLength: 2000, format: 'uri' },
            uniqueItems: true,
            description: 'Where the authorization server may send people back to, compared character by character.',
          },
          scopes: {
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
            description:
              'The most that tokens of the client may allow: scopes of the API, and those of OpenID Connect.',
          },
          token_endpoint_auth_method: {
            type: 'string',
            enum: [
              'client_secret_basic',
              'client_secret_post',
              'none',
              'tls_client_auth',
              'self_signed_tls_client_auth',
            ],
            description:
              'How the client proves itself at the token endpoint; no other way is taken. A public client has `none`.',
          },
          tls_client_auth_subject_dn: {
            anyOf: [{ type: 'string', minLength: 1, maxLength: 1000 }, { type: 'null' }],
            description:
              'Subject of the certificate of a client with `tls_client_auth` (RFC 4514); null for any other.',
          },
          jwks: {
            anyOf: [
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
            ],
            description:
              'Certificates of a client with `self_signed_tls_client_auth`, in the `x5c` of their keys (RFC 8705, section 2.2); null for any other.',
          },
        },
        required: ['client_id'],
        additionalProperties: false,
        $defs: {
          JsonWebKey: {
            type: 'object',
            properties: {
              kty: { type: 'string', enum: ['RSA', 'EC', 'OKP'], description: 'Kind of key.' },
              x5c: {
                minItems: 1,
                maxItems: 5,
                type: 'array',
                items: { type: 'string', maxLength: 16384, description: 'A certificate, DER in base64.' },
                description: 'The certificate of this key, first, and those above it.',
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
        },
      },
    },
    {
      name: 'oauthClients.delete',
      summary: 'Delete an OAuth client',
      description: 'Ends the client and every token it was given. For 30 days the path answers 410, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: { client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' } },
        required: ['client_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'oauthClients.rotateSecret',
      summary: "Rotate a client's secret",
      description: 'Gives the client a new secret, shown this once. The old one ends at once.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: { client_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the client.' } },
        required: ['client_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'exports.create',
      summary: 'Export books or people',
      description:
        'Starts an export of the books or people that pass `filter`. Read it at its `Location` until `status` is `succeeded` or `failed`, or wait for the event. An export by who sees its own records only holds no others. It takes the scope of what is exported: `read:books` for books, `read:people` for people.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          format: {
            type: 'string',
            enum: ['ndjson', 'csv'],
            description: 'One JSON object a line, or comma-separated values (RFC 4180) with a header line.',
          },
          kind: { type: 'string', enum: ['books', 'people'], description: 'Which records the export is of.' },
          filter: {
            default: {},
            anyOf: [{ $ref: '#/$defs/BooksExportFilter' }, { $ref: '#/$defs/PeopleExportFilter' }],
            description: 'Which records of the kind to export; all without it.',
          },
        },
        required: ['format', 'kind'],
        additionalProperties: false,
        $defs: {
          BooksExportFilter: {
            type: 'object',
            properties: {
              branch: { description: 'Only books of this branch.', type: 'string', minLength: 2, maxLength: 32 },
              author: { description: 'Only books of this author.', type: 'string', minLength: 1, maxLength: 200 },
            },
            additionalProperties: false,
            description: 'Which books to export; all without it.',
          },
          PeopleExportFilter: {
            type: 'object',
            properties: {
              branch: { description: 'Only people of this branch.', type: 'string', minLength: 2, maxLength: 32 },
              post: { description: 'Only who does this.', type: 'string', enum: ['librarian', 'clerk', 'reader'] },
            },
            additionalProperties: false,
            description: 'Which people to export; all without it.',
          },
        },
      },
      tool: {
        name: 'start_export',
        description:
          'Starts to write the books or people that pass `filter` into a file, in the background: for all of them, where pages would take too many calls. Read it with get_export until `status` is `succeeded`; then `file.href` is where to download it, with a credential for REST, for a day.',
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the export.' },
            format: {
              type: 'string',
              enum: ['ndjson', 'csv'],
              description: 'One JSON object a line, or comma-separated values (RFC 4180) with a header line.',
            },
            kind: { type: 'string', enum: ['books', 'people'], description: 'Which records the export is of.' },
            filter: {
              anyOf: [{ $ref: '#/$defs/BooksExportFilter' }, { $ref: '#/$defs/PeopleExportFilter' }],
              description: 'Which records of the kind to export; all without it.',
            },
            status: {
              type: 'string',
              enum: ['pending', 'running', 'succeeded', 'failed'],
              description: 'Where the export stands.',
            },
            progress: { $ref: '#/$defs/ExportProgress' },
            file: {
              anyOf: [{ $ref: '#/$defs/ExportFile' }, { type: 'null' }],
              description: 'What to download; null until the export has succeeded.',
            },
            created_at: { type: 'string', description: 'When the export was asked for.' },
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
              properties: {
                branch: { description: 'Only people of this branch.', type: 'string' },
                post: { description: 'Only who does this.', type: 'string', enum: ['librarian', 'clerk', 'reader'] },
              },
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
                sha256: {
                  type: 'string',
                  description: 'SHA-256 of the bytes, in hexadecimal; the `ETag` of the file.',
                },
                content_type: { type: 'string', description: 'Media type.' },
                href: { type: 'string', description: 'Address to download it from, with a credential.' },
              },
              required: ['size', 'sha256', 'content_type', 'href'],
              description: 'The file that an export made.',
            },
          },
        },
      },
    },
    {
      name: 'exports.get',
      summary: 'Get an export',
      description:
        'How far an export is, and where its file is once it is made. Who started it can read it, and so can administrators.',
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
        outputSchema: {
          type: 'object',
          properties: {
            id: { type: 'string', description: 'Opaque identifier of the export.' },
            format: {
              type: 'string',
              enum: ['ndjson', 'csv'],
              description: 'One JSON object a line, or comma-separated values (RFC 4180) with a header line.',
            },
            kind: { type: 'string', enum: ['books', 'people'], description: 'Which records the export is of.' },
            filter: {
              anyOf: [{ $ref: '#/$defs/BooksExportFilter' }, { $ref: '#/$defs/PeopleExportFilter' }],
              description: 'Which records of the kind to export; all without it.',
            },
            status: {
              type: 'string',
              enum: ['pending', 'running', 'succeeded', 'failed'],
              description: 'Where the export stands.',
            },
            progress: { $ref: '#/$defs/ExportProgress' },
            file: {
              anyOf: [{ $ref: '#/$defs/ExportFile' }, { type: 'null' }],
              description: 'What to download; null until the export has succeeded.',
            },
            created_at: { type: 'string', description: 'When the export was asked for.' },
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
              properties: {
                branch: { description: 'Only people of this branch.', type: 'string' },
                post: { description: 'Only who does this.', type: 'string', enum: ['librarian', 'clerk', 'reader'] },
              },
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
                sha256: {
                  type: 'string',
                  description: 'SHA-256 of the bytes, in hexadecimal; the `ETag` of the file.',
                },
                content_type: { type: 'string', description: 'Media type.' },
                href: { type: 'string', description: 'Address to download it from, with a credential.' },
              },
              required: ['size', 'sha256', 'content_type', 'href'],
              description: 'The file that an export made.',
            },
          },
        },
      },
    },
    {
      name: 'sessions.list',
      summary: 'List sessions',
      description:
        "Sessions and grants of the caller's user that have not ended, newest first unless sorted otherwise.",
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        additionalProperties: false,
      },
    },
    {
      name: 'sessions.end',
      summary: 'End a session',
      description:
        'Ends a session or grant at once: the cookie of a browser with its tickets and open connections; a sign-in, but not what apps were granted by it; a grant with every refresh and access token of it. A credential ends itself, and what may do no more than it may itself. For 30 days the path answers 410, then 404; 404 also for one that ended in another way.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: { session_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the session.' } },
        required: ['session_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'realtime.ticket',
      summary: 'Get a ticket',
      description:
        'A ticket opens one connection as the caller, at `/ws?ticket=…` or `/events?ticket=…`, where a browser can send no header. It works once, within 30 seconds, and the connection ends with the credential that made this call.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    },
    {
      name: 'me.get',
      summary: 'Get the caller',
      description:
        'The credential that makes this call: what it may do and the user it acts as. Every credential can ask.',
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
            scopes: {
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
                ],
              },
              description: 'What it may do.',
            },
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
                    'Opaque identifier of the key, client or user; of a user of an external provider what that calls it.',
                },
                name: { type: 'string', description: 'Its name.' },
              },
              required: ['type', 'id', 'name'],
              description: 'Whom a credential stands for.',
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
                post: {
                  type: 'string',
                  enum: ['librarian', 'clerk', 'reader'],
                  description: 'What the person does here.',
                },
                joined_on: { type: 'string', description: 'Since when the person has been here.' },
                standing: {
                  type: 'string',
                  enum: ['active', 'suspended'],
                  description: 'Whether the person may sign in.',
                },
                version: { type: 'integer', description: 'Number of this state; every change adds 1.' },
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
    {
      name: 'webhookEndpoints.list',
      summary: 'List webhook endpoints',
      description: 'Endpoints that are not deleted, newest first unless sorted otherwise.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          created_by: {
            description: 'Only what was made by the user, API key or OAuth client with this identifier.',
            type: 'string',
            maxLength: 255,
          },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.create',
      summary: 'Create a webhook endpoint',
      description:
        'Creates an endpoint and answers its secret, which is shown this once. It gets the events that are committed from now on. The address must be https and must not lead into a private network.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          url: {
            type: 'string',
            maxLength: 2048,
            format: 'uri',
            description: 'Where deliveries are sent: https, and an address that everybody can reach.',
          },
          events: {
            default: ['*'],
            description: 'Names of the events to deliver; `*` for all. Default: all.',
            minItems: 1,
            maxItems: 16,
            type: 'array',
            items: {
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
            },
          },
          description: {
            default: null,
            description: 'What the endpoint is for. Default: null.',
            anyOf: [{ type: 'string', minLength: 0, maxLength: 500 }, { type: 'null' }],
          },
        },
        required: ['url'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.get',
      summary: 'Get a webhook endpoint',
      description: 'One endpoint, without its secret.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.update',
      summary: 'Change a webhook endpoint',
      description:
        'Changes the members that are sent. `status` `disabled` pauses the endpoint; `enabled` starts it again and clears `disabled_reason`. What it missed meanwhile comes with `recover`.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
          url: {
            format: 'uri',
            description: 'Where deliveries are sent: https, and an address that everybody can reach.',
            type: 'string',
            maxLength: 2048,
          },
          events: {
            description: 'Names of the events to deliver; `*` for all.',
            minItems: 1,
            maxItems: 16,
            type: 'array',
            items: {
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
            },
          },
          description: {
            description: 'What the endpoint is for; null for nothing.',
            anyOf: [{ type: 'string', minLength: 0, maxLength: 500 }, { type: 'null' }],
          },
          status: {
            description: 'Whether deliveries are made. A disabled endpoint gets none, and its pending ones wait.',
            type: 'string',
            enum: ['enabled', 'disabled'],
          },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.delete',
      summary: 'Delete a webhook endpoint',
      description: 'Ends the endpoint and its deliveries at once. For 30 days the path answers 410, then 404.',
      hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.test',
      summary: 'Test a webhook endpoint',
      description:
        'Sends the event `webhook.test` to this endpoint alone, whatever its `events`, and answers the delivery. A disabled endpoint is 409.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.rotateSecret',
      summary: 'Rotate the secret of a webhook endpoint',
      description:
        'Gives the endpoint a new secret, shown this once. For 24 hours deliveries carry two signatures, by the new secret and by the one before.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.deliveries',
      summary: 'List deliveries',
      description: 'Deliveries to this endpoint, newest first unless sorted otherwise, kept as long as their events.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
          cursor: {
            description:
              'Where to go on, from the `next_cursor` of the page before; empty to start. Selects cursor style, which neither repeats nor skips records while others change the collection.',
            type: 'string',
            maxLength: 2000,
          },
          sort: {
            default: 'created_at',
            description: 'Field to sort by; ties are broken by the identifier.',
            type: 'string',
            enum: ['created_at', 'id'],
          },
          order: { default: 'desc', description: 'Direction of the sort.', type: 'string', enum: ['asc', 'desc'] },
          status: {
            description: 'Only deliveries with this status.',
            type: 'string',
            enum: ['pending', 'succeeded', 'failed'],
          },
          fields: {
            description: 'Members to return, separated by commas; `id` always stays.',
            type: 'string',
            maxLength: 1000,
          },
        },
        required: ['endpoint_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.redeliver',
      summary: 'Repeat a delivery',
      description:
        'Queues a delivery again, also one that has succeeded, and answers it. Its attempts begin anew. A disabled endpoint is 409.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
          delivery_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the delivery.' },
        },
        required: ['endpoint_id', 'delivery_id'],
        additionalProperties: false,
      },
    },
    {
      name: 'webhookEndpoints.recover',
      summary: 'Recover missed deliveries',
      description:
        'Queues what failed since a moment, and the events since then that this endpoint asks for and was not sent because it was disabled. A disabled endpoint is 409.',
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          endpoint_id: { type: 'string', maxLength: 64, description: 'Opaque identifier of the endpoint.' },
          since: {
            type: 'string',
            maxLength: 64,
            format: 'date-time',
            description: 'From when on; events are kept for 30 days.',
          },
        },
        required: ['endpoint_id', 'since'],
        additionalProperties: false,
      },
    },
    {
      name: 'events.list',
      summary: 'List events',
      description:
        'The log from the oldest event that is kept, or after a cursor. To follow it, ask again after the `cursor` of the last event you have. Who sees its own records only is given the events about them.',
      hints: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          after: {
            description: 'Cursor of the last event that is known already; empty to start with the oldest.',
            type: 'string',
            maxLength: 32,
          },
          type: { description: 'Only events of these names, separated by commas.', type: 'string', maxLength: 1000 },
          types: {
            description: 'The same as `type`, as the streams call it. Not together with it.',
            type: 'string',
            maxLength: 1000,
          },
          limit: { default: 20, description: 'Records a page.', type: 'integer', minimum: 1, maximum: 100 },
        },
        additionalProperties: false,
      },
      tool: {
        name: 'list_changes',
        description:
          'Tells what has happened, oldest first: who changed what, and the record after it. Keep the `cursor` of the last event you were given, and send it as `after` to learn what has happened since: nothing is missed, nothing is told twice. On cursor-expired begin anew without `after`.',
        outputSchema: {
          type: 'object',
          properties: {
            data: {
              type: 'array',
              items: { $ref: '#/$defs/Event' },
              description: 'The events of this page, oldest first.',
            },
            next_cursor: {
              anyOf: [
                {
                  type: 'string',
                  description:
                    'Place in the log, the same on every transport: `<epoch>:<seq>`. Opaque; send it to go on from here.',
                },
                { type: 'null' },
              ],
              description: 'Value for `after` to read on; null on the last page.',
            },
            has_more: { type: 'boolean', description: 'Whether another page follows.' },
          },
          required: ['data', 'next_cursor', 'has_more'],
          description: 'A page of the log.',
          $defs: {
            Event: {
              type: 'object',
              properties: {
                id: { type: 'string', description: 'Opaque identifier of the event.' },
                event: { type: 'string', description: 'What happened.' },
                cursor: {
                  type: 'string',
                  description:
                    'Place in the log, the same on every transport: `<epoch>:<seq>`. Opaque; send it to go on from here.',
                },
                created_at: { type: 'string', description: 'When it happened.' },
                api_version: { type: 'string', description: 'Version of the API that `data` is a record of.' },
                actor: {
                  anyOf: [{ $ref: '#/$defs/Actor' }, { type: 'null' }],
                  description:
                    'Who did it; null for nobody, and where it was not noted yet. `exports` of the `system` end exports.',
                },
                data: {
                  type: 'object',
                  properties: { id: { type: 'string', description: 'Identifier of the record.' } },
                  required: ['id'],
                  description: 'The record after the change; of a deletion its `id` alone.',
                },
              },
              required: ['id', 'event', 'cursor', 'created_at', 'api_version', 'actor', 'data'],
              description: 'A committed change, at its place in the log.',
            },
            Actor: {
              type: 'object',
              properties: {
                type: {
                  type: 'string',
                  enum: ['user', 'api_key', 'client', 'system'],
                  description:
                    'What it is: a `user`, by a session or by an access token; an `api_key`, also one that acts as a user; an OAuth `client` on its own behalf, or as an agent for a user; the service itself, `system`.',
                },
                id: {
                  type: 'string',
                  description: 'Its identifier. Of `system` the part of the service, such as `exports`.',
                },
              },
              required: ['type', 'id'],
              description: 'Who does or did something.',
            },
          },
        },
      },
    },
  ],
  search: {
    name: 'search_operations',
    title: 'Search operations',
    description:
      'Finds what else this service can do for you, by words: every operation that your scopes allow, with the input that call_operation takes. Use it when no other tool fits.',
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description: 'What you want to do, in a few words, such as "rotate key" or "webhook deliveries".',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    members: { query: { type: 'string', min: 1, max: 200 } },
  },
  call: {
    name: 'call_operation',
    title: 'Call an operation',
    description: 'Calls an operation that search_operations has found. Prefer the tool of its own, where it has one.',
    inputSchema: {
      type: 'object',
      properties: {
        operation: {
          type: 'string',
          maxLength: 100,
          description: 'Its name, from search_operations, such as `me.get`.',
        },
        input: {
          description: 'What its input schema asks for.',
          type: 'object',
          properties: {},
          additionalProperties: true,
        },
        idempotency_key: {
          description:
            'For a change: a text of your own. The same key has one effect, however often you call; another key does it once more.',
          type: 'string',
        },
      },
      required: ['operation'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    members: {
      operation: { type: 'string', max: 100 },
      input: { type: 'object', members: {}, others: { type: 'any' }, optional: true },
      idempotency_key: { type: 'string', optional: true },
    },
  },
  scopes: ['read:books', 'read:events'],
  remedies: {
    'malformed-json':
      'Send one JSON object without a byte order mark, doubled members or a `__proto__` member, nested at most 32 deep.',
    'invalid-parameters':
      'Each faulty parameter is named in `errors`. Nothing is corrected silently: fix them and send again.',
    'bad-request': 'Read `detail`, correct the request and send it again.',
    unauthenticated: 'Send a valid credential in a way that the `WWW-Authenticate` header names.',
    'insufficient-scope': 'Use a credential that holds the scope named in `detail`.',
    forbidden: 'Ask an administrator, or use a credential that holds what it wants to grant.',
    csrf: 'Send changes from a page of this service, with the `csrf_token` of the session in the header `X-CSRF-Token`.',
    'https-required': 'Send it to the https address. Replace the credential that was sent in the clear.',
    'not-found': 'Check the path and the identifier. Paths are listed in the API reference.',
    'method-not-allowed': 'Use one of the methods in the `Allow` header.',
    'not-acceptable': 'Accept `application/json`.',
    'request-timeout': 'Send headers and body without pausing, over a new connection.',
    'version-conflict': 'Read the record again, apply the change to what it is now, and send its current `version`.',
    'idempotency-in-progress':
      'Repeat the request after the seconds in `Retry-After`; it then gets the answer of the first one.',
    'export-not-ready': 'Read the export until its `status` is `succeeded`. Make another one if it `failed`.',
    'limit-reached': 'Delete or revoke what is not needed any more, or wait until something ends: `detail` says which.',
    conflict: 'Read `detail`, look at the present state, and change the request.',
    'book-lent': 'Read the book: `whereabouts` says when it is due. Wait until it is back.',
    'book-on-shelf': 'Read the book: `whereabouts` says on which shelf it is.',
    'mail-taken': 'Use another address, or change the record of who has it.',
    gone: 'Stop asking for it: it does not come back.',
    'cursor-expired': 'Read the records themselves, and then the log from its start, with an empty cursor.',
    'payload-too-large': 'Send less at once, for example several smaller batches.',
    'uri-too-long': 'Shorten the query string.',
    'unsupported-media-type': 'Send `Content-Type: application/json`, in UTF-8 and not compressed.',
    'range-not-satisfiable': 'Read the size of the file from `Content-Range`, and ask for bytes before it.',
    'validation-failed':
      'Each fault is listed in `errors`, with a JSON Pointer to the member. Fix them all and send again.',
    'idempotency-key-reused': 'Use a new key for every new request, and repeat a request with the same bytes.',
    'upgrade-required': 'Open it with a WebSocket client.',
    'rate-limited': 'Wait for the seconds in `Retry-After`.',
    'headers-too-large': 'Send fewer or shorter headers and cookies.',
    internal: 'Try again; if it persists, report the `request_id`.',
    'not-implemented': 'Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS.',
    unavailable: 'Try again after the seconds in `Retry-After`. Reads and idempotent writes can be repeated safely.',
    overloaded: 'Try again after the seconds in `Retry-After`.',
  },
}
