import { createHmac, randomBytes } from 'node:crypto'
import { parseInput } from '../call/input.ts'
import { priceOf } from '../call/quote.ts'
import { trialFor } from '../call/run.ts'
import { badInput, Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { dollarsOf, usd, usdOf, type Usd } from '../../base/core/money.ts'
import { HARD_LENGTH_MIN, isHardToGuess } from '../call/hard-to-guess.ts'
import { cardCents } from '../payments/checkout/fee.ts'
import { CHECKOUT } from '../payments/checkout/rail.ts'
import type { CardOrderKind } from '../../stores/card-orders.ts'
import { assertRunnable, CREDIT_PACKS, isSoldByCard } from './goods.ts'
import type { CheckoutParts } from './parts.ts'

/** A payment page of Stripe, and its order. */
export interface Checkout {
  readonly url: string
  readonly session: string
  readonly priceUsd: number
  readonly expiresAt: string
}

/** The item of an order; `input` is validated already. */
export interface CardItem {
  readonly kind: CardOrderKind
  readonly product: string
  readonly name: string
  readonly input: unknown
  readonly price: Usd
  /** Where the buyer returns to, after the address of the service; the session follows. */
  readonly returnTo: string
  readonly cancelTo: string
  readonly isMonthly?: boolean
  readonly email?: string | undefined
}

/** The client and the idempotency key of a request. */
export interface Asker {
  readonly client: string
  /**
   * The `Idempotency-Key`: a repeated request is the same order. The key gives access to the order,
   * so it must be hard to guess.
   */
  readonly key: string | undefined
}

const OPEN_MS = HOUR_MS
/** The longest input of an order. */
const INPUT_LENGTH_MAX = 64_000
const CENT = usd('$0.01')

export interface Subscription {
  readonly product: string
  readonly target: string
  readonly email?: string | undefined
}

/** Opens sessions of Stripe Checkout, where buyers pay. */
export function createCheckoutSessions(parts: CheckoutParts) {
  const { stripe, closed, store, settings, baseUrl, now, running, catalog, monitors, secret } =
    parts

  const priceByCard = (price: Usd): Usd => usdOf(cardCents(price, settings.fee) * CENT)

  function assertOpen(): void {
    if (!stripe) throw new Fault('not_configured', closed)
  }

  /**
   * A random name, or a name derived from the words with a secret key, so that nobody else can
   * compute it.
   */
  function idOf(words: readonly string[] | undefined | ''): string {
    const bytes = words
      ? createHmac('sha256', secret)
          .update(`order of ${JSON.stringify(words)}`)
          .digest()
      : randomBytes(32)
    return `ord_${bytes.toString('hex').slice(0, 40)}`
  }

  async function open(offer: CardItem, { client, key }: Asker): Promise<Checkout> {
    if (!stripe) throw new Fault('not_configured', closed)
    const { kind, product, price, email } = offer
    const cents = cardCents(price, settings.fee)
    const input = JSON.stringify(offer.input)
    if (input.length > INPUT_LENGTH_MAX)
      throw badInput(`input: must have at most ${INPUT_LENGTH_MAX} characters as JSON.`)
    const id = idOf(key && [client, hardKey(key), kind, product, input, String(cents), email ?? ''])
    const at = now()
    const order = { id, kind, product, input, price, cents }
    const before = (await store.add(order, at)) ? null : await store.find(id)
    const begun = before?.created ?? at
    const session = await stripe.create({
      order: id,
      name: offer.name,
      cents,
      isMonthly: offer.isMonthly ?? false,
      // A tool must run before its payment is captured; a credits key is valid at once.
      isHeld: kind === 'tool',
      successUrl: `${baseUrl}${offer.returnTo}{CHECKOUT_SESSION_ID}`,
      cancelUrl: baseUrl + offer.cancelTo,
      expires: begun + OPEN_MS,
      email,
    })
    if (!before?.session) await store.setSession(id, session.id, now())
    if (session.url === null)
      throw new Fault('in_progress', 'This order was made before and is no longer open.')
    return {
      url: session.url,
      session: session.id,
      priceUsd: dollarsOf(usdOf(cents * CENT)),
      expiresAt: new Date(begun + OPEN_MS).toISOString(),
    }
  }

  return {
    priceByCard,
    assertOpen,
    open,
    /** One call of a tool. */
    async buy(
      {
        product,
        input,
      }: { readonly product: string; readonly input: Readonly<Record<string, unknown>> },
      asker: Asker,
    ): Promise<Checkout> {
      const tool = catalog.bySlug(product)
      if (!tool || !isSoldByCard(tool))
        throw badInput(`product: ${quoted(product)} is not sold by card; see ${baseUrl}/reports.`)
      assertRunnable(tool)
      const { value } = parseInput(tool, input)
      const payer = { rail: CHECKOUT, wallet: null }
      const price = await priceOf(tool, value, trialFor(payer), running)
      const page = { returnTo: '/r/', cancelTo: '/reports' }
      return open(
        { kind: 'tool', product, name: tool.spec.name, input: value, price, ...page },
        asker,
      )
    },
    /** A monitor, paid monthly until it is cancelled. One free check shows whether it can work. */
    async subscribe({ product, target, email }: Subscription, asker: Asker): Promise<Checkout> {
      const { name } = monitors.watchOf(product)
      await monitors.check(product, target)
      return open(
        {
          kind: 'monitor',
          product,
          name,
          input: { target },
          price: settings.monitorPrice,
          returnTo: '/m/',
          cancelTo: '/monitors',
          isMonthly: true,
          email,
        },
        asker,
      )
    },
    credits(pack: keyof typeof CREDIT_PACKS, asker: Asker): Promise<Checkout> {
      if (!settings.sellsCredits)
        throw new Fault('not_configured', 'New credits are not on sale here: CREDITS_SALES is off.')
      const page = { returnTo: '/credits?session=', cancelTo: '/credits' }
      const name = `Credits, $${pack}`
      const price = CREDIT_PACKS[pack]
      return open(
        { kind: 'credits', product: String(pack), name, input: {}, price, ...page },
        asker,
      )
    },
  }
}

export type CheckoutSessions = ReturnType<typeof createCheckoutSessions>

/** Two clients that share an address must not see each other's orders. */
function hardKey(key: string): string {
  if (isHardToGuess(key)) return key
  throw badInput(
    `idempotency-key: must be random, ${HARD_LENGTH_MIN} characters or more, such as a UUID.`,
  )
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 60))
