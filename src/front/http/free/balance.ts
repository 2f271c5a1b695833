import { Fault } from '../../../base/core/fault.ts'
import { dollarsOf, usdOf } from '../../../base/core/money.ts'
import { bearerOf, hashKey } from '../../../selling/payments/credits.ts'
import { count, flag, number, object, text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

const when = (description: string) => ({ ...text(description), format: 'date-time' })

export default {
  path: '/api/credits/balance',
  methods: ['GET'],
  access: 'public',
  rail: 'credits',
  summary: 'What is left on a credits key.',
  keyed: true,
  answer: object({
    keyId: text('Names the key, and is no secret.'),
    balanceUsd: number('What is left, in dollars.'),
    heldUsd: number('Held for calls that run now; part of `balanceUsd`.'),
    loadedUsd: number('All that was ever paid in.'),
    spentUsd: number('All that was ever debited.'),
    calls: count('Calls that were paid with it.'),
    createdAt: when('When it was issued.'),
    lastUsedAt: { ...when('When it last paid; null for never.'), type: ['string', 'null'] },
    disabled: flag('True: it pays for nothing.'),
  }),
  refusals: [401],
  open:
    ({ ground: { stores } }, { shop }) =>
    async (request) => {
      const key = bearerOf(request.header('authorization'))
      const account = key ? await stores.credits.account(hashKey(key)) : null
      if (!account) {
        const what = key
          ? 'This credits key is not known on this instance.'
          : 'Send Authorization: Bearer <CREDITS_KEY>.'
        const topup = `${shop.site.baseUrl}/credits`
        throw new Fault('unauthorized', what, { body: { topup } })
      }
      return ok({
        keyId: account.keyId,
        balanceUsd: dollarsOf(account.balance),
        heldUsd: dollarsOf(account.held),
        loadedUsd: dollarsOf(account.loaded),
        spentUsd: dollarsOf(usdOf(account.loaded - account.balance)),
        calls: account.calls,
        createdAt: new Date(account.created).toISOString(),
        lastUsedAt: account.lastUsed === null ? null : new Date(account.lastUsed).toISOString(),
        disabled: account.disabled,
      })
    },
} satisfies EndpointSpec
