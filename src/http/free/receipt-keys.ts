import { openSigner } from '../../llm/receipts.ts'
import { object } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

export default {
  path: '/.well-known/jwks.json',
  methods: ['GET'],
  access: 'public',
  summary: 'The public key that proves the receipts of language-model calls.',
  answer: object({
    keys: { type: 'array', items: { type: 'object' }, description: 'JSON Web Keys.' },
  }),
  refusals: [],
  open({ db }) {
    const signer = openSigner(db)
    signer.catch(() => {})
    return async () => ok({ keys: [(await signer).publicKey] })
  },
} satisfies EndpointSpec
