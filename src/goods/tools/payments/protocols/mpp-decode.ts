import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import {
  authChallengesIn,
  base64urlObject,
  mppChallengeOf,
  mppTermsOf,
  type MppChallenge,
} from '../../../../engines/payment-wires/mpp-wire.ts'
import { stablecoinAt } from '../../../../engines/onchain/stablecoins.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'

const HEADER_MAX = 32_768
const NAME = /^(?:www-authenticate|authorization|payment-authorization|payment-receipt)\s*:/i
const text = z.string().nullable()
const json = z.record(z.string(), z.unknown())

export default defineTool({
  route: 'POST /api/mpp-decode',
  name: 'MPP decode',
  description:
    'Decode Payment challenges of a WWW-Authenticate header (MPP), and credentials and receipts of the same protocol.',
  asks: [
    'read a WWW-Authenticate Payment header',
    'what is inside this Machine Payments credential',
    'read a Payment challenge',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    header: z
      .string()
      .min(1)
      .max(HEADER_MAX)
      .describe(
        'Value of WWW-Authenticate, Authorization or Payment-Receipt, with or without its name, up to 32768 characters.',
      ),
  }),
  output: z.object({
    kind: z.enum(['challenge', 'credential', 'receipt']),
    scheme: z.string().describe('Always Payment, for a receipt too.'),
    challenges: z
      .array(
        z.object({
          id: text,
          method: text.describe('How it is paid, such as tempo, evm or stripe.'),
          intent: text.describe('charge: one payment.'),
          realm: text,
          description: text,
          expiresIso: text,
          request: json.nullable().describe('What the seller asks for.'),
          opaque: json.nullable().describe('Value that the buyer must send back unchanged.'),
          amountBase: text,
          amount: text.describe('Amount in units of the token; null if its decimals are unknown.'),
          symbol: text,
          recipient: text,
          chain: text.describe('CAIP-2 id of the chain.'),
        }),
      )
      .describe('The challenges; for a credential, the one that it answers.'),
    payload: json.nullable().describe('For a credential: the proof of payment.'),
    source: text.describe('For a credential: who pays.'),
    receipt: json.nullable(),
    otherSchemes: z.array(z.string()).describe('Other schemes in the header, such as Bearer.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        header: 'Payment id="a", realm="x", method="tempo", intent="charge", request="e30"',
      },
      output: {
        kind: 'challenge',
        scheme: 'Payment',
        challenges: [
          {
            id: 'a',
            method: 'tempo',
            intent: 'charge',
            realm: 'x',
            description: null,
            expiresIso: null,
            request: {},
            opaque: null,
            amountBase: null,
            amount: null,
            symbol: null,
            recipient: null,
            chain: null,
          },
        ],
        payload: null,
        source: null,
        receipt: null,
        otherSchemes: [],
        problems: [
          'challenges[0]: request.amount is missing, or not in base units as text of digits',
        ],
      },
    },
  ],

  run({ header }, { now }) {
    const value = header.trim().replace(NAME, '').trim()
    const bare = base64urlObject(value)
    if (bare) return isObject(bare['challenge']) ? credential(bare, now()) : receiptOf(bare)
    const all = authChallengesIn(value)
    const ours = all.filter(({ scheme }) => scheme.toLowerCase() === 'payment')
    const otherSchemes = [
      ...new Set(all.filter((one) => !ours.includes(one)).map(({ scheme }) => scheme)),
    ]
    const [first] = ours
    const others = otherSchemes.slice(0, 5).join(', ')
    if (!first)
      throw badInput(
        `header: must hold the scheme Payment${others === '' ? '' : `, but holds ${others}`}`,
      )
    if (first.token !== null) {
      const sent = base64urlObject(first.token)
      if (!sent) throw badInput('header: must hold a credential that is base64url of JSON')
      return { ...credential(sent, now()), otherSchemes }
    }
    const read = ours.map((one) => mppChallengeOf(one, now()))
    return {
      ...NOTHING,
      kind: 'challenge',
      challenges: read.map(challengeRow),
      otherSchemes,
      problems: read.flatMap(({ problems }, at) =>
        problems.map((problem) => `challenges[${at}]: ${problem}`),
      ),
    }
  },
})

const NOTHING = {
  scheme: 'Payment',
  challenges: [],
  payload: null,
  source: null,
  receipt: null,
  otherSchemes: [],
} as const

function challengeRow(read: MppChallenge) {
  const { problems: _problems, ...challenge } = read
  const { amountBase, currency, recipient, chain, decimals } = mppTermsOf(challenge.request)
  const token = chain === null || currency === null ? undefined : stablecoinAt(chain, currency)
  const places = token?.decimals ?? decimals
  const isCount = amountBase !== null && /^\d{1,78}$/.test(amountBase)
  const isPlaces = places !== null && Number.isInteger(places) && places >= 0 && places <= 36
  return {
    ...challenge,
    amountBase,
    amount: isCount && isPlaces ? unitsOf(amountBase, places) : null,
    symbol: token?.symbol ?? null,
    recipient,
    chain,
  }
}

function credential(sent: JsonObject, now: number) {
  const inner = isObject(sent['challenge']) ? sent['challenge'] : {}
  const params = new Map(
    Object.entries(inner).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
    ),
  )
  const { problems, ...challenge } = mppChallengeOf({ params, problems: [] }, now)
  const { payload, source } = sent
  return {
    ...NOTHING,
    kind: 'credential' as const,
    challenges: [challengeRow({ ...challenge, problems: [] })],
    payload: isObject(payload) ? payload : null,
    source: typeof source === 'string' ? source : null,
    problems: [
      ...problems.map((problem) => `challenge: ${problem}`),
      ...(isObject(payload) ? [] : ['payload: must be an object with the proof of payment']),
    ],
  }
}

function receiptOf(receipt: JsonObject) {
  const missing = ['method', 'reference', 'status', 'timestamp'].filter(
    (name) => typeof receipt[name] !== 'string',
  )
  return {
    ...NOTHING,
    kind: 'receipt' as const,
    receipt,
    problems: missing.map((name) => `${name}: is missing, and a receipt must have it`),
  }
}
