import { notFound } from '../../../base/core/fault.ts'
import { flag, object, text } from '../../surfaces/free-endpoint.ts'
import { isForm } from '../_forms.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

export default {
  path: '/api/subscribe/cancel',
  methods: ['POST'],
  access: 'public',
  summary: 'Ends a monitor with the month that is paid.',
  input: {
    session: {
      ...text('The `session` of its checkout; the id of its page only reads.'),
      minLength: 1,
      maxLength: 250,
    },
  },
  required: ['session'],
  takesForms: true,
  answer: object({ cancelled: flag('It is not charged again.') }),
  refusals: [400, 404, 429, 502],
  open:
    ({ checkout: { cards } }) =>
    async (request, _params, { session }) => {
      const name = String(session)
      if (!(await cards.cancel(name, request.client))) throw notFound('No such monitor.')
      const reply = ok({ cancelled: true })
      const back = ['location', `/m/${name}`] as const
      return isForm(request) ? { ...reply, status: 303, headers: [back] } : reply
    },
} satisfies EndpointSpec
