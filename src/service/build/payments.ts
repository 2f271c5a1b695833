import type { Lifetime } from './lifetime.ts'
import type { Ground } from './ground.ts'
import { openRails, type RailSettings } from './rails.ts'
import type { Task } from '../../base/core/task.ts'
import { usd } from '../../base/core/money.ts'
import { hashKey, mintKey } from '../../selling/payments/credits.ts'
import { RENEWED_EVERY_MS } from '../../selling/payments/channels/leases.ts'
import type { Channels } from '../../selling/payments/channels/open.ts'
import type { StripeCheckout } from '../../selling/payments/checkout/stripe-checkout.ts'
import type { ConnectorPass } from '../../selling/payments/connector.ts'
import type { PowRail } from '../../selling/payments/pow.ts'
import { createTill, type Till } from '../../selling/payments/till.ts'
import type { NetworkStatus } from '../../selling/payments/x402/facilitator.ts'
import { ownSecret } from '../../stores/secrets.ts'

/** How this service is paid. */
export interface Payments {
  readonly till: Till
  readonly pow: PowRail
  /** The processor of cards; null where none is set up. */
  readonly stripe: StripeCheckout | null
  /** Payment channels; null where all calls are free. */
  readonly channels: Channels | null
  /** With it, the connector makes a call that is free through it. */
  readonly pass: ConnectorPass
  /** Whether each network can be paid on at this moment. */
  networkStatuses(): readonly NetworkStatus[]
  /** Loads what the first payments need, until it is aborted. */
  warm(signal: AbortSignal): Promise<void>
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
  const { rails, pow, stripe, channels, pass, networkStatuses, warm } = await openRails(
    settings,
    { ground, secret },
    life,
  )
  const tasks = channels ? [watchTask(channels), leaseTask(channels)] : []
  return { till: createTill(rails), pow, stripe, channels, pass, networkStatuses, warm, tasks }
}

const watchTask = ({ keeper }: Channels): Task => ({
  name: 'watch-channels',
  everyMs: WATCH_MS,
  run: (signal) => keeper.work(signal),
})

const leaseTask = ({ leases }: Channels): Task => ({
  name: 'hold-channels',
  everyMs: RENEWED_EVERY_MS,
  everywhere: true,
  run: () => leases.renew(),
})

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
