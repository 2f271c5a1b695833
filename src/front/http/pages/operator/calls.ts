import { callPage } from '../../../pages/operator/call.ts'
import type { Endpoint, FreeParts } from '../../endpoint.ts'
import type { OperatorPages } from './shared.ts'

const CALL_ID = /^[\w-]{1,64}$/

/** The steps and the end of one call, by its id. */
export const callPages = (
  { flush, stores }: Pick<FreeParts, 'flush' | 'stores'>,
  { inside, shown }: OperatorPages,
): readonly Endpoint[] => [
  {
    method: 'GET',
    path: '/operator/calls',
    handle: inside(async (request) => {
      const given = (new URLSearchParams(request.query).get('id') ?? '').trim()
      const id = CALL_ID.test(given) ? given : ''
      if (id !== '') await flush()
      const story = id === '' ? [] : await stores.callStories.of(id)
      const isSold = story.some(({ what }) => what === 'sold')
      return shown(callPage({ id, story, isSold }))
    }),
  },
]
