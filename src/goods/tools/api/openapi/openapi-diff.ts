import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { markdownLine } from '../../../../base/lib/markdown-text.ts'
import { readDocument } from '../../../../engines/openapi/document.ts'
import { exampleSpec, spec } from './_fields.ts'
import { apiChanges, CHANGES_MAX, type ApiChange } from './_changes.ts'

const MARKDOWN_ROWS_MAX = 200

export default defineTool({
  route: 'POST /api/openapi-diff',
  name: 'OpenAPI diff',
  description:
    'Breaking and other changes between two versions of an OpenAPI or Swagger document: ' +
    'operations, parameters, bodies, responses, security and the schemas below them.',
  asks: [
    'compare two openapi versions for breaking changes',
    'breaking changes between two swagger documents',
    'will the new version of the API break my app',
    'changelog between two Swagger files',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'after',
  input: z.object({
    before: spec(),
    after: spec(),
  }),
  output: z.object({
    breaking: z.boolean(),
    changes: z
      .array(
        z.object({
          kind: z.enum(['added', 'removed', 'changed']),
          breaking: z
            .boolean()
            .describe('Requests that were right may fail, or responses hold what they did not.'),
          operation: z.string().describe('Method and path; empty for the whole document.'),
          path: z.string().describe('Place in the operation.'),
          message: z.string(),
        }),
      )
      .describe(`Changes, the first ${CHANGES_MAX}.`),
    added: z.int(),
    removed: z.int(),
    changed: z.int(),
    markdown: z.string().describe('The first 200 changes as a list for a changelog.'),
  }),
  examples: [
    {
      input: {
        before: exampleSpec({ '/a': { get: { responses: {} } }, '/b': { get: { responses: {} } } }),
        after: exampleSpec({
          '/a': {
            get: { parameters: [{ name: 'q', in: 'query', required: true }], responses: {} },
          },
        }),
      },
      output: {
        breaking: true,
        changes: [
          {
            kind: 'added',
            breaking: true,
            operation: 'GET /a',
            path: 'query.q',
            message: 'was added and is required',
          },
          {
            kind: 'removed',
            breaking: true,
            operation: 'GET /b',
            path: '',
            message: 'was removed',
          },
        ],
        added: 1,
        removed: 1,
        changed: 0,
        markdown:
          '## Breaking\n\n- `GET /a` query.q was added and is required\n- `GET /b` was removed\n',
      },
    },
  ],

  async run(input) {
    const before = await readDocument('before', input.before)
    const after = await readDocument('after', input.after)
    const changes = apiChanges(before, after)
    const count = (wanted: ApiChange['kind']) =>
      changes.filter(({ kind }) => kind === wanted).length
    return {
      breaking: changes.some(({ breaking }) => breaking),
      changes: [...changes],
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      markdown: markdownOf(changes),
    }
  },
})

const coded = (operation: string): string =>
  operation === '' ? '' : `\`${operation.replaceAll(/[`\s]+/g, ' ')}\``

const listed = (title: string, rows: readonly ApiChange[]) =>
  rows.length === 0
    ? []
    : [
        `## ${title}\n`,
        ...rows.map(({ operation, path, message }) =>
          `- ${coded(operation)} ${markdownLine(`${path} ${message}`)}`.replace(/ {2,}/g, ' '),
        ),
        '',
      ]

function markdownOf(changes: readonly ApiChange[]): string {
  const shown = changes.slice(0, MARKDOWN_ROWS_MAX)
  return [
    ...listed(
      'Breaking',
      shown.filter(({ breaking }) => breaking),
    ),
    ...listed(
      'Other',
      shown.filter(({ breaking }) => !breaking),
    ),
  ].join('\n')
}
