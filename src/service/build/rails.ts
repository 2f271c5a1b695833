import { createHmac } from 'node:crypto'
import { ConfigProblem, type Settings } from '../settings/config.ts'
import type { Client } from '../../outside/net/request.ts'
import { watchNode } from '../../outside/chains/node-watch.ts'
import { openChannels } from '../../selling/payments/channels/open.ts'
import { createCheckoutRail } from '../../selling/payments/checkout/rail.ts'
import {
  createStripeCheckout,
  type StripeCheckout,
} from '../../selling/payments/checkout/stripe-checkout.ts'
import { withPurseAddress } from './purse.ts'
import { createConnectorRail } from '../../selling/payments/connector.ts'
import { createCreditsRail } from '../../selling/payments/credits.ts'
import { createFreeRail } from '../../selling/payments/free.ts'
import { createCardMethod } from '../../selling/payments/mpp/card.ts'
import { createEvmMethod } from '../../selling/payments/mpp/evm.ts'
import { warmUp } from '../ops/warm-up.ts'
import type { Method } from '../../selling/payments/mpp/method.ts'
import { createMppRail } from '../../selling/payments/mpp/rail.ts'
import { createStripe } from '../../selling/payments/mpp/stripe.ts'
import { createTempoMethod } from '../../selling/payments/mpp/tempo.ts'
import { PATH_USD, TEMPO_CHAIN, USDC_E } from '../../outside/chains/tempo/tokens.ts'
import { createPowRail } from '../../selling/payments/pow.ts'
import type { Rail } from '../../selling/payments/rail.ts'
import type { NetworkStatus } from '../../selling/payments/x402/facilitator.ts'
import { createX402Rail } from '../../selling/payments/x402/rail.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'
import { networksOf, openSettlers, payeesOf } from './settlers.ts'

export type RailSettings = Pick<
  Settings,
  'serving' | 'payments' | 'settlement' | 'channels' | 'purse' | 'text'
>

interface RailParts {
  readonly ground: Ground
  /** Signs what this service asks a payer for. */
  readonly secret: string
}

/** The rails that the settings turn on. Another rail is opened here. */
export async function openRails(settings: RailSettings, parts: RailParts, life: Lifetime) {
  const { payments } = settings
  const { stores, client, sandbox, site } = parts.ground
  const { baseUrl } = site
  const { now, trouble: onTrouble } = life
  const { secret } = parts
  const pow = createPowRail({ secret, difficulty: payments.POW_DIFFICULTY, baseUrl, now })
  const { rail: connector, pass } = createConnectorRail()
  if (settings.serving.FREE_MODE)
    return {
      rails: [createFreeRail()],
      pow,
      pass,
      stripe: null,
      channels: null,
      warm: async () => {},
      networkStatuses: () => [],
    }
  const payTo = payeesOf(settings, sandbox)
  const networks = sandbox ? [sandbox.network] : payTo ? networksOf(settings, life) : []
  const facilitators = await openSettlers(settings, { ground: parts.ground, networks }, life)
  const setting = withPurseAddress(settings, sandbox)
  const merchant = {
    payTo: payTo ?? { evm: '' },
    baseUrl,
    name: 'Farebox',
    setting,
  }
  const shared = { merchant, networks, facilitators, now, onTrouble }
  const channels = await openChannels({
    ...shared,
    ...channelSettings(settings, sandbox),
    db: parts.ground.db,
    refundUrl: `${baseUrl}/api/channels/refund`,
  })
  const x402 = createX402Rail({ ...shared, channelOffer: channels.offerBeside })
  const stripe = stripeCheckout(settings, client)
  const tempo = payTo
    ? await tempoMethod(settings, { ground: parts.ground, secret, payTo: payTo.evm }, life)
    : null
  const methods = [
    ...(tempo ? [tempo.method] : []),
    ...(payTo ? [createEvmMethod(shared)] : []),
    ...cardMethod(settings, client, life),
  ]
  const mpp = mppRail(settings, { ground: parts.ground, secret, methods }, life)
  const prepaid = createCreditsRail({ credits: stores.credits, baseUrl, now })
  const checkout = createCheckoutRail(stripe)
  return {
    rails: [x402, channels.rail, ...mpp, prepaid, pow, connector, checkout],
    stripe,
    channels,
    pow,
    pass,
    warm: warmUp(tempo?.method.warm ? [tempo.method.warm] : [], onTrouble),
    networkStatuses: () => [...facilitators.statuses(), ...(tempo ? [tempo.status()] : [])],
  }
}

/** How channels are offered and claimed. Their key must not be the one that is online for gas. */
function channelSettings({ channels, settlement }: RailSettings, sandbox: Sandbox | null) {
  const keys = sandbox ? [sandbox.channelKey] : ((channels.CHANNEL_KEY ?? []) as `0x${string}`[])
  const settler = settlement.SETTLEMENT_KEY?.toLowerCase()
  if (keys.some((key) => key.toLowerCase() === settler))
    throw new ConfigProblem('CHANNEL_KEY must not be SETTLEMENT_KEY: make another key for it')
  const withdrawDelaySeconds = Math.round(channels.CHANNEL_WITHDRAW_HOURS * 3600)
  return {
    keys,
    withdrawDelaySeconds,
    depositMin: channels.CHANNEL_DEPOSIT_USD,
    policy: {
      threshold: channels.CHANNEL_CLAIM_USD,
      ageMs: Math.min(channels.CHANNEL_CLAIM_HOURS * HOUR_MS, (withdrawDelaySeconds * 1000) / 3),
      least: channels.CHANNEL_LEAST_CLAIM_USD,
    },
  }
}

function stripeCheckout({ payments }: RailSettings, client: Client): StripeCheckout | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: url } = payments
  return secretKey ? createStripeCheckout({ secretKey, url, client }) : null
}

interface MppParts extends RailParts {
  readonly methods: readonly Method[]
}

function mppRail(
  { payments }: RailSettings,
  { ground, secret, methods }: MppParts,
  { now }: Lifetime,
): readonly Rail[] {
  if (!payments.MPP || methods.length === 0) return []
  return [createMppRail({ methods, key: mppKey(secret), baseUrl: ground.site.baseUrl, now })]
}

interface TempoParts extends RailParts {
  readonly payTo: string
}

async function tempoMethod(
  { payments }: RailSettings,
  { ground, secret, payTo }: TempoParts,
  life: Lifetime,
) {
  const { sandbox, client, site } = ground
  const { now, trouble: onTrouble } = life
  const url = sandbox ? sandbox.tempoRpcUrl : payments.TEMPO_RPC_URL
  if (!payments.MPP || !url) return null
  const watch = await watchNode({ client, onTrouble, url, chainId: TEMPO_CHAIN })
  life.closeWith(async () => watch.close())
  const isUp = () => watch.trouble() === null
  const tokens = sandbox ? [PATH_USD] : [USDC_E, PATH_USD]
  const key = mppKey(secret)
  const status = (): NetworkStatus => ({
    network: `eip155:${TEMPO_CHAIN}`,
    name: 'Tempo',
    facilitators: [],
    isPayable: isUp(),
    trouble: watch.trouble(),
  })
  const method = createTempoMethod({
    payTo,
    rpcUrl: url,
    tokens,
    key,
    isUp,
    client,
    baseUrl: site.baseUrl,
    now,
    onTrouble,
  })
  return { method, status }
}

function cardMethod(
  { payments }: RailSettings,
  client: Client,
  { now, trouble: onTrouble }: Lifetime,
): readonly Method[] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_NETWORK_ID: networkId } = payments
  if (!networkId) return []
  if (!secretKey) throw new ConfigProblem('STRIPE_NETWORK_ID needs STRIPE_SECRET_KEY')
  const stripe = createStripe({ secretKey, url: payments.STRIPE_API_URL, client })
  return [createCardMethod({ stripe, networkId, now, onTrouble })]
}

/** A separate key, so that nothing signed for another purpose passes for a challenge. */
const mppKey = (secret: string): string => createHmac('sha256', secret).update('mpp').digest('hex')
