import { notFound } from '../../core/fault.ts'
import { flag, object, text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

export default {
  path: '/api/subscribe/cancel',
  methods: ['POST'],
  access: 'public',
  summary: 'Ends a monitor with the month that is paid.',
  input: { id: { ...text('The id of the monitor, as in its address.'), maxLength: 64 } },
  required: ['id'],
  takesForms: true,
  answer: object({ cancelled: flag('It is not charged again.') }),
  refusals: [400, 404, 502],
  open:
    ({ cards }) =>
    async (_request, _params, { id }) => {
      if (!(await cards.cancel(String(id)))) throw notFound('No such monitor.')
      return ok({ cancelled: true })
    },
} satisfies EndpointSpec
