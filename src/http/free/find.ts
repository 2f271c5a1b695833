import type { Find } from '../../catalog/find.ts'
import { badInput } from '../../core/fault.ts'
import type { CallRequest } from '../../core/call.ts'
import { ok, type Endpoint } from '../endpoint.ts'

/** The names under which callers send the task, the best first. */
const QUERY_NAMES = ['q', 'query', 'task'] as const
const COUNT_NAMES = ['k', 'limit', 'top'] as const

export function findEndpoints(find: Find): readonly Endpoint[] {
  const answer = (sent: Readonly<Record<string, unknown>>) => {
    const query = first(sent, QUERY_NAMES)
    return ok(find(typeof query === 'string' ? query : '', first(sent, COUNT_NAMES)))
  }
  return [
    {
      method: 'GET',
      path: '/api/find',
      handle: (request) => answer(Object.fromEntries(new URLSearchParams(request.query))),
    },
    { method: 'POST', path: '/api/find', handle: async (request) => answer(await bodyOf(request)) },
  ]
}

const first = (sent: Readonly<Record<string, unknown>>, names: readonly string[]): unknown =>
  names.map((name) => sent[name]).find((value) => value !== undefined)

async function bodyOf(request: CallRequest): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text()
  try {
    const body: unknown = JSON.parse(text || '{}')
    if (typeof body === 'object' && body !== null) return body as Readonly<Record<string, unknown>>
  } catch {
    // falls through to the refusal
  }
  throw badInput('The body must be a JSON object such as {"q": "decode a jwt", "k": 5}.')
}
