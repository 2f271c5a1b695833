import { createKeyRing, publicJwk } from '../../../stores/signing-keys.ts'
import { object } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

export default {
  path: '/.well-known/jwks.json',
  methods: ['GET'],
  access: 'public',
  summary:
    'The public keys that prove receipts of language-model calls and certificates of SQL, the newest first.',
  answer: object({
    keys: { type: 'array', items: { type: 'object' }, description: 'JSON Web Keys.' },
  }),
  refusals: [],
  open({ ground: { db } }, { now }) {
    const keys = createKeyRing(db, now)
    return async () => ok({ keys: (await keys.published()).map(publicJwk) })
  },
} satisfies EndpointSpec
