import { callPage } from '../../../pages/operator/call.ts'
import type { Endpoint, FrontParts } from '../../endpoint.ts'
import type { OperatorPages } from './shared.ts'

const CALL_ID = /^[\w-]{1,64}$/

/** The steps and the end of one call, by its id. */
export const callPages = (
  { ground: { stores }, records }: Pick<FrontParts, 'ground' | 'records'>,
  { inside, show }: OperatorPages,
): readonly Endpoint[] => [
  {
    method: 'GET',
    path: '/operator/calls',
    handle: inside(async (request) => {
      const given = (new URLSearchParams(request.query).get('id') ?? '').trim()
      const id = CALL_ID.test(given) ? given : ''
      if (id !== '') await records.flush()
      const story = id === '' ? [] : await stores.callStories.of(id)
      const isSold = story.some(({ what }) => what === 'sold')
      return show(callPage({ id, story, isSold }))
    }),
  },
]
