import type { Lifetime } from './lifetime.ts'
import type { Ground } from './ground.ts'
import { openRails, type OpenRails, type RailSettings } from './rails.ts'
import type { Task } from '../../base/core/task.ts'
import { usd } from '../../base/core/money.ts'
import { hashKey, mintKey } from '../../selling/payments/credits.ts'
import { createTill, type Till } from '../../selling/payments/till.ts'
import { ownSecret } from '../../stores/secrets.ts'

/** How this service is paid. */
export interface Payments extends Omit<OpenRails, 'rails'> {
  readonly till: Till
  readonly tasks: readonly Task[]
}

/** How often the chain is read for withdrawals from payment channels. */
const WATCH_MS = 5_000

export async function openPayments(
  settings: RailSettings,
  ground: Ground,
  life: Lifetime,
): Promise<Payments> {
  await publishSandbox(ground, life)
  const secret = await ownSecret(ground.db, 'challenges')
  const open = await openRails(settings, { ground, secret }, life)
  const { rails, ...offered } = open
  const keeper = open.channels?.keeper
  const watch = keeper && {
    name: 'watch-channels',
    everyMs: WATCH_MS,
    run: (signal: AbortSignal) => keeper.work(signal),
  }
  return { ...offered, till: createTill(rails), tasks: watch ? [watch] : [] }
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
