import { badInput } from '../../../base/core/fault.ts'
import { dollarsOf, formatUsd, type Dollars } from '../../../base/core/money.ts'
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
    factor: {
      type: ['integer', 'null'],
      description:
        'Percent of its own price, where that is made of the input or of the parts of a pack; null for its own price.',
    },
  },
  answer: { type: 'object' },
  refusals: [400, 401, 404, 429],
  open:
    ({ catalog: { overrides } }) =>
    async ({ method }, _params, { slug, off, price, factor }) => {
      if (method === 'POST') {
        if (typeof slug !== 'string') throw badInput('slug: is required: the tool that is changed.')
        const wanted = {
          ...(typeof off === 'boolean' && { isOff: off }),
          ...(price !== undefined && { price: price as Dollars | null }),
          ...(factor !== undefined && { factor: factor as number | null }),
        }
        await overrides.change(slug, wanted, 'api')
      }
      const changes = await overrides.changes(CHANGES)
      return ok({
        tools: [...overrides.overrides()].map(([name, { isOff, price: other, factor: times }]) => ({
          slug: name,
          off: isOff,
          price: other === null ? null : formatUsd(other),
          priceUsd: other === null ? null : dollarsOf(other),
          factor: times,
        })),
        changes: changes.map(({ at, ...change }) => ({
          ...change,
          at: new Date(at).toISOString(),
        })),
      })
    },
} satisfies EndpointSpec
