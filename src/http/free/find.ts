import { packsOf } from '../../catalog/entry.ts'
import { createFind, TOP_DEFAULT, TOP_MAX } from '../../catalog/find.ts'
import { badInput } from '../../core/fault.ts'
import type { CallRequest } from '../../core/call.ts'
import { text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

/** The names under which callers send the task, the best first. */
const QUERY_NAMES = ['q', 'query', 'task'] as const
const COUNT_NAMES = ['k', 'limit', 'top'] as const

export default {
  path: '/api/find',
  methods: ['GET', 'POST'],
  access: 'public',
  summary: 'The tools for a task, best first.',
  input: {
    q: text('The task, in words.'),
    k: {
      type: 'integer',
      minimum: 1,
      maximum: TOP_MAX,
      default: TOP_DEFAULT,
      description: 'How many results at most; values outside are clamped.',
    },
  },
  answer: { $ref: '#/components/schemas/Found' },
  refusals: [400],
  open({ shop: { catalog, site } }) {
    const search = createFind(catalog, site, packsOf(catalog, site))
    return async (request) => {
      const sent =
        request.method === 'POST'
          ? await bodyOf(request)
          : Object.fromEntries(new URLSearchParams(request.query))
      const query = first(sent, QUERY_NAMES)
      return ok(search(typeof query === 'string' ? query : '', first(sent, COUNT_NAMES)))
    }
  },
} satisfies EndpointSpec

const first = (sent: Readonly<Record<string, unknown>>, names: readonly string[]): unknown =>
  names.map((name) => sent[name]).find((value) => value !== undefined)

async function bodyOf(request: CallRequest): Promise<Readonly<Record<string, unknown>>> {
  const sent = await request.text()
  try {
    const body: unknown = JSON.parse(sent || '{}')
    if (typeof body === 'object' && body !== null) return body as Readonly<Record<string, unknown>>
  } catch {
    // falls through to the refusal
  }
  throw badInput('The body must be a JSON object such as {"q": "decode a jwt", "k": 5}.')
}
