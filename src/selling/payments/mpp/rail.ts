import { z } from 'zod'
import { DAY_MS } from '../../../base/core/milliseconds.ts'
import { usd, type Usd } from '../../../base/core/money.ts'
import type { Problem } from '../../../base/core/payment.ts'
import type { Tool } from '../../../base/core/tool.ts'
import type {
  Authorization,
  RailChallenge,
  Credential,
  PaymentReceipt,
  Quote,
  Rail,
  RailGuide,
  Settlement,
} from '../rail.ts'
import { preferred } from './accept.ts'
import { createChallenges, encodeJson, INTENT, readOpaque, type Draft } from './challenge.ts'
import { readCredential, sentIn, type MppCredential } from './credential.ts'
import { UNKNOWN, type MethodOffer, type Method, type MethodSettlement } from './method.ts'
import { PAYMENT_REQUIRED, problemBody, mppFault } from './problem.ts'
import { headerParameter, RESUME } from '../header-parameters.ts'

const GUIDE: RailGuide = {
  how: () =>
    'MPP: the 402 carries one `Payment` challenge for each offer in `WWW-Authenticate`. Answer one of them, and send the same request again with `Authorization: Payment <credential>`, or with the same in `Payment-Authorization`. The receipt comes in `Payment-Receipt`.',
  parameters: {
    PaymentAuthorization: headerParameter(
      'Payment-Authorization',
      'An MPP credential, `Payment <credential>`, where `Authorization` is taken.',
    ),
    ...RESUME,
  },
  security: {
    type: 'http',
    scheme: 'Payment',
    description: 'An MPP credential that answers one challenge of a 402.',
  },
}

export interface MppOptions {
  /** In the order in which they are offered: stock clients take the first that they can pay. */
  readonly methods: readonly Method[]
  /** Signs challenges; the same on every replica. */
  readonly key: string
  readonly baseUrl: string
  now(): number
}

/** One challenge of a quote, and the method that answers for it. */
interface Offered extends Draft {
  readonly ask: MethodOffer
  readonly by: Method
}

/** Where no method is open. */
const NONE: RailChallenge = { protocol: 'mpp', value: () => [], headers: [], body: {} }

/** The Machine Payments Protocol: validated before the tool runs, settled after it has answered. */
export function createMppRail({
  methods,
  key,
  baseUrl,
  now,
}: MppOptions): Rail<MppCredential | null, Good, HeldPayment> {
  const realm = new URL(baseUrl).host
  const challenges = createChallenges({ key, realm, now })
  const listPriced = new WeakMap<Tool, readonly Offered[]>()

  function drafted(quote: Quote): readonly Offered[] {
    return methods.flatMap((by) =>
      by.asks(quote).map((ask) => {
        const { name } = quote.tool.spec
        return Object.assign(challenges.draft(by.id, encodeJson(ask.request), name), { ask, by })
      }),
    )
  }

  function offered(quote: Quote): readonly Offered[] {
    const { tool, amount } = quote
    if (amount !== tool.price) return drafted(quote)
    const known = listPriced.get(tool) ?? drafted(quote)
    listPriced.set(tool, known)
    return known
  }

  function challenge(quote: Quote, problem?: Problem): RailChallenge {
    const open = offered(quote).filter(({ by, ask }) => by.isOpen(ask))
    const wanted = preferred(open, quote.accept)
    const { headers, values: value, id } = challenges.issue(quote.tool.spec.route, wanted)
    if (id === undefined) return NONE
    const body = problem ? problemBody(problem) : PAYMENT_REQUIRED
    return { protocol: 'mpp', value, headers, body, once: { challengeId: id } }
  }

  /**
   * The offer that a credential takes; throws unless this service made it for this route and price.
   */
  function taken({ challenge }: MppCredential, quote: Quote): Offered {
    if (!challenges.isOwn(challenge)) throw mppFault('foreign')
    if (challenge.realm !== realm) throw mppFault('realm')
    if (readOpaque(challenge.opaque).scope !== quote.tool.spec.route) throw mppFault('route')
    const same = offered(quote).filter(({ method }) => method === challenge.method)
    if (same.length === 0) throw mppFault('method')
    const offer = same.find(({ request }) => request === challenge.request)
    if (!offer) throw mppFault('terms')
    return offer
  }

  async function verify(
    { proof }: Credential,
    quote: Quote,
    { read, offer: { by, ask } }: Good,
  ): Promise<Authorization<HeldPayment>> {
    const believed = await by.verify(read, quote, ask)
    const { wallet, data: held, answerBy, validUntil, isUnproven } = believed
    return {
      rail: 'mpp',
      payer: { rail: 'mpp', wallet },
      amount: quote.amount,
      proof,
      data: { method: by.id, held },
      ...(answerBy === undefined ? {} : { answerBy }),
      ...(validUntil === undefined ? {} : { validUntil }),
      ...(isUnproven && { isUnproven }),
    }
  }

  /** Undefined when the operator has turned the method off since the payment. */
  const methodOf = ({ method }: HeldPayment): Method | undefined =>
    methods.find(({ id }) => id === method)

  function settlementOf({ method }: HeldPayment, outcome: MethodSettlement = UNKNOWN): Settlement {
    if (outcome.state !== 'settled') return outcome
    return { ...outcome, receipt: receiptOf(method, outcome.reference, now()), entries: [] }
  }

  return {
    id: 'mpp',
    paymentHeaders: ['authorization', 'payment-authorization', 'x-resume-token'],
    outside: true,
    accepts: (tool) => prices(tool).some((amount) => offered({ tool, amount }).length > 0),
    challenge,
    claim(request) {
      const sent = sentIn(request)
      if (!sent) return null
      const data = readCredential(sent.value)
      const method = methods.find(({ id }) => id === data?.challenge.method)
      const expires = Date.parse(data?.challenge.expires ?? '') || 0
      const proof = (data && method?.proof(data)) ?? null
      const wallet = data && method?.wallet(data)
      return {
        rail: 'mpp',
        payer: `${method?.id} ${wallet ?? proof}`,
        ...(wallet && { wallet }),
        proof,
        proofUntil: Math.min(Math.max(expires, now()), now() + DAY_MS) + DAY_MS,
        data,
        formerSecret: sent.text,
      }
    },
    inspect({ data: read }, quote) {
      if (!read) throw mppFault('malformed')
      const offer = taken(read, quote)
      if (Date.parse(read.challenge.expires) <= now()) throw mppFault('expired')
      offer.by.inspect(read, quote, offer.ask)
      return { read, offer }
    },
    async isSigned({ data }) {
      const method = methods.find(({ id }) => id === data?.challenge.method)
      if (!data || !method) return false
      return (await method.isSigned?.(data)) ?? true
    },
    verify,
    held: StoredHeld,
    async settle({ data: payment }) {
      return settlementOf(payment, await methodOf(payment)?.settle(payment.held))
    },
    async retry({ data: payment }) {
      return settlementOf(payment, await methodOf(payment)?.retry?.(payment.held))
    },
    async trace({ data: payment }) {
      return settlementOf(payment, await methodOf(payment)?.trace(payment.held))
    },
    stands: async ({ data: payment }, reference) =>
      (await methodOf(payment)?.stands?.(payment.held, reference)) ?? null,
    settledBefore({ data: payment }) {
      const network = methodOf(payment)?.transferredOn?.(payment.held)
      if (network === undefined) return null
      return {
        network,
        by: (reference) => settlementOf(payment, { state: 'settled', network, reference }),
      }
    },
    async release({ data: payment }) {
      methodOf(payment)?.release(payment.held)
    },
    offers: (tool) =>
      offered({ tool, amount: tool.price }).flatMap(({ ask, by }) => {
        const { chainId, currency, placeName } = ask
        if (chainId === null) return []
        const description = `${tool.spec.name} on ${placeName}`
        const amount = String(tool.price)
        return [{ intent: INTENT, method: by.id, amount, currency, chainId, description }]
      }),
    guide: GUIDE,
    describe: () => ({
      realm,
      intent: INTENT,
      methods: methods.map(({ id }) => id),
      header: 'Authorization: Payment <credential>',
    }),
  }
}

const DOLLAR = usd('$1')

/** A tool that is quoted by the request may be too cheap for a method at its least price only. */
const prices = ({ price, spec }: Tool): readonly Usd[] =>
  typeof spec.price === 'string' ? [price] : [price, DOLLAR]

interface HeldPayment {
  readonly method: string
  /** What the method needs in order to settle. */
  readonly held: unknown
}

const StoredHeld = z.object({ method: z.string(), held: z.unknown() })

/** A credential that takes an offer. */
interface Good {
  readonly read: MppCredential
  readonly offer: Offered
}

function receiptOf(method: string, reference: string | null, at: number): PaymentReceipt {
  const value = { method, reference, status: 'success', timestamp: new Date(at).toISOString() }
  return { protocol: 'mpp', value, header: ['payment-receipt', encodeJson(value)] }
}
