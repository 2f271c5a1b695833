import type { Lifetime } from './lifetime.ts'
import type { Ground } from './ground.ts'
import { openRails, type OpenRails } from './rails.ts'
import { usd } from '../../base/core/money.ts'
import { hashKey, mintKey } from '../../selling/payments/credits.ts'
import { createTill, type Till } from '../../selling/payments/till.ts'
import { ownSecret } from '../../stores/secrets.ts'
import type { Settings } from '../settings/config.ts'

/** How this service is paid. */
export interface Payments extends Omit<OpenRails, 'rails'> {
  readonly till: Till
}

export async function openPayments(
  settings: Pick<Settings, 'serving' | 'payments' | 'settlement' | 'purse' | 'text'>,
  ground: Ground,
  life: Lifetime,
): Promise<Payments> {
  await publishSandbox(ground, life)
  const secret = await ownSecret(ground.db, 'challenges')
  const open = await openRails(settings, { ground, secret }, life)
  const { pow, pass, stripe, networkStatuses, warm } = open
  return { till: createTill(open.rails), pow, pass, stripe, networkStatuses, warm }
}

const SANDBOX_CREDITS = usd('$100')

/** Writes the file that tells other programs how to buy in the sandbox, with a credits key. */
async function publishSandbox({ sandbox, stores }: Ground, { now }: Lifetime): Promise<void> {
  if (!sandbox) return
  const { credits } = stores
  const before = sandbox.creditsKey
  if (before && (await credits.account(hashKey(before)))) return sandbox.publish(before)
  const { key, keyHash, keyId } = mintKey()
  await credits.issue({ keyHash, keyId, label: 'sandbox' }, SANDBOX_CREDITS, now())
  return sandbox.publish(key)
}
