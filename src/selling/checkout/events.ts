import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { isSignedBy } from '../payments/checkout/signature.ts'
import type { Fulfilment } from './fulfil.ts'
import type { CheckoutParts } from './parts.ts'

/** Events that Stripe sends. */
export interface CardEvents {
  /** Stores an event. Throws if its signature by Stripe is invalid or too old. */
  hear(text: string, signature: string | undefined): Promise<void>
  /** Handles the stored events. */
  work(signal: AbortSignal): Promise<void>
}

/** Only the id in an event is used; the object itself is read from Stripe. */
const Event = z.object({
  id: z.string().regex(/^evt_\w{1,200}$/),
  type: z.string().max(200),
  data: z.object({ object: z.looseObject({ id: z.string().max(250) }) }),
})

const Invoice = z.object({
  subscription: z.string().nullish(),
  parent: z
    .object({
      subscription_details: z.object({ subscription: z.string().nullish() }).nullish(),
    })
    .nullish(),
})
const Dispute = z.object({ charge: z.string().nullish() })

type NameReader = (object: Readonly<Record<string, unknown>>) => string | null | undefined
type Subject = 'session' | 'charge' | 'subscription'

const ownId: NameReader = ({ id }) => z.string().parse(id)
/** The place of the name differs between versions of the API. */
const ofInvoice: NameReader = (object) => {
  const { subscription, parent } = Invoice.parse(object)
  return subscription ?? parent?.subscription_details?.subscription
}

/** The subject of each event and the place of its name. Other events are ignored. */
const READ: Readonly<Record<string, readonly [Subject, NameReader]>> = {
  'checkout.session.completed': ['session', ownId],
  'checkout.session.async_payment_succeeded': ['session', ownId],
  'checkout.session.async_payment_failed': ['session', ownId],
  'checkout.session.expired': ['session', ownId],
  'charge.refunded': ['charge', ownId],
  'charge.dispute.created': ['charge', (object) => Dispute.parse(object).charge],
  'invoice.paid': ['subscription', ofInvoice],
  'invoice.payment_failed': ['subscription', ofInvoice],
  'customer.subscription.updated': ['subscription', ownId],
  'customer.subscription.deleted': ['subscription', ownId],
}

/** Ids become part of the paths of requests to Stripe. */
const NAME = /^[a-z]{2,6}_\w{1,240}$/

export function createCardEvents(
  parts: CheckoutParts,
  { fulfil, reverse, follow }: Fulfilment,
): CardEvents {
  const { events, settings, now, onTrouble } = parts
  const act: Readonly<Record<Subject, (name: string) => Promise<unknown>>> = {
    session: fulfil,
    charge: reverse,
    subscription: follow,
  }

  async function work(signal: AbortSignal): Promise<void> {
    for (const { id, type, subject } of await events.unheard(now())) {
      if (signal.aborted) return
      const [what] = READ[type] ?? []
      try {
        if (what) await act[what](subject)
        await events.heard(id)
      } catch (thrown) {
        onTrouble(`card event ${id}`, thrown instanceof Fault ? (thrown.cause ?? thrown) : thrown)
      }
    }
  }

  return {
    async hear(text, signature = '') {
      const { webhookSecrets } = settings
      if (webhookSecrets.length === 0)
        throw new Fault('not_configured', 'STRIPE_WEBHOOK_SECRET is not set.')
      if (!isSignedBy(webhookSecrets, { text, header: signature, now: now() }))
        throw badInput('stripe-signature: does not sign this body, or is older than 5 minutes.')
      const event = readEvent(text)
      const subject = READ[event.type]?.[1](event.data.object)
      if (!subject || !NAME.test(subject)) return
      await events.hear({ id: event.id, type: event.type, subject }, now())
    },
    work,
  }
}

function readEvent(text: string): z.output<typeof Event> {
  try {
    return Event.parse(JSON.parse(text))
  } catch {
    throw badInput('The body is not an event of Stripe.')
  }
}
