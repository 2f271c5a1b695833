import { Fault } from '../../core/fault.ts'
import { dollarsOf, usdOf } from '../../core/money.ts'
import { bearerOf, hashKey } from '../../payments/credits.ts'
import type { CreditStore } from '../../stores/credits.ts'
import { ok, type Endpoint } from '../endpoint.ts'

export const creditsEndpoint = (credits: CreditStore, baseUrl: string): Endpoint => ({
  method: 'GET',
  path: '/api/credits/balance',
  async handle(request) {
    const key = bearerOf(request.header('authorization'))
    const account = key ? await credits.account(hashKey(key)) : null
    if (!account) {
      const what = key
        ? 'This credits key is not known here.'
        : 'Send Authorization: Bearer <CREDITS_KEY>.'
      throw new Fault('unauthorized', what, { body: { topup: `${baseUrl}/credits` } })
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
})
