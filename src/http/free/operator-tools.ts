import { dollarsOf, formatUsd, type Dollars } from '../../core/money.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

const CHANGES = 100

/** What the operator has changed of tools, and how to change more. */
export default {
  path: '/api/operator/tools',
  methods: ['GET', 'POST'],
  access: 'operator',
  summary: 'Tools that are switched off or have another price; a POST changes one, at once.',
  input: {
    slug: { type: 'string', maxLength: 100, description: 'The tool that is changed.' },
    off: { type: 'boolean', description: 'True: it is not sold until it is switched on.' },
    price: {
      type: ['string', 'null'],
      maxLength: 20,
      description: 'What a call costs, such as `$0.010`; null for its own price.',
    },
  },
  answer: { type: 'object' },
  refusals: [400, 401, 404, 429],
  open:
    ({ toolDesk }) =>
    async ({ method }, _params, { slug, off, price }) => {
      if (method === 'POST') {
        const wanted = {
          ...(typeof off === 'boolean' && { isOff: off }),
          ...(price !== undefined && { price: price as Dollars | null }),
        }
        await toolDesk.change(typeof slug === 'string' ? slug : '', wanted, 'api')
      }
      const changes = await toolDesk.changes(CHANGES)
      return ok({
        tools: [...toolDesk.overrides()].map(([name, { isOff, price: other }]) => ({
          slug: name,
          off: isOff,
          price: other === null ? null : formatUsd(other),
          priceUsd: other === null ? null : dollarsOf(other),
        })),
        changes: changes.map(({ at, ...change }) => ({
          ...change,
          at: new Date(at).toISOString(),
        })),
      })
    },
} satisfies EndpointSpec
