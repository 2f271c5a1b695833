import { createHash } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { canonicalJson } from '../../../../base/lib/canonical-json.ts'
import { compare, decimal, shortTextOf } from '../../../../engines/numbers/decimal.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { isPublic, parseAddress } from '../../../../base/lib/ip-address.ts'
import { json, jsonObject } from '../../../../base/lib/json-guard.ts'
import { isObject, textOr, type JsonObject } from '../../../../base/lib/json-object.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'
import { serviceKeys, type ServiceKeys } from '../../../../stores/service-keys.ts'
import { ownTools, type OwnTools } from './_own-tools.ts'

const VERDICTS = ['allow', 'review', 'block'] as const
type GateVerdict = (typeof VERDICTS)[number]

interface Reason {
  readonly verdict: GateVerdict
  readonly code: string
  readonly message: string
}

const LIMITS = { bytesMax: 100 * KB, valuesMax: 10_000 }
const PLAIN_PORTS = [80, 443]

const State = z.enum(['passed', 'review', 'block', 'not-asked'])

export default defineTool({
  route: 'POST /api/action-gate',
  name: 'Action gate',
  description:
    'Check what an agent is about to do: injected instructions in what it read, its target address, its payload against a schema, and its spending against a mandate.',
  asks: ['check the action of an agent before it runs', 'gate what an agent spends by its mandate'],
  price: '$0.005',
  uses: { ownTools, serviceKeys },
  input: z.object({
    action: jsonObject(LIMITS).describe('What it is about to do, such as { tool, args }.'),
    untrustedText: z
      .string()
      .max(100_000)
      .optional()
      .describe('What it has read before, which may hold instructions of strangers.'),
    url: z.string().min(1).max(2_048).optional().describe('Where the action leads.'),
    payload: json(LIMITS).optional().describe('What it would send; it is checked against schema.'),
    schema: jsonObject(LIMITS).optional().describe('JSON Schema of the payload.'),
    spend: z
      .object({
        amountUsd: decimalField({ min: 0 }).describe('What it would pay, in dollars.'),
        mandate: z
          .object({
            maxUsd: decimalField({ min: 0 }).describe('Most that it may pay, in dollars.'),
            expiresIso: z.iso.datetime({ offset: true }).optional().describe('When it ends.'),
          })
          .optional()
          .describe('What its owner has allowed; without it, the verdict on spending is review.'),
      })
      .optional()
      .describe('The payment in the action.'),
  }),
  output: z.object({
    verdict: z
      .enum(VERDICTS)
      .describe('The strictest of the reasons. allow: nothing asked for speaks against it.'),
    reasons: z.array(
      z.object({
        verdict: z.enum(VERDICTS).describe('What this reason alone would lead to.'),
        code: z.string().describe('Such as injection-high or over-mandate.'),
        message: z.string(),
      }),
    ),
    checks: z
      .object({ injection: State, target: State, payload: State, spend: State })
      .describe('What was checked; the action itself is always searched for instructions.'),
    requestSha256: z.string().describe('SHA-256 of the input as canonical JSON (RFC 8785).'),
    receipt: z
      .object({
        type: z.string(),
        alg: z.string(),
        kid: z.string().describe('Names the key under /.well-known/jwks.json.'),
        iss: z.string(),
        verdict: z.enum(VERDICTS),
        codes: z.array(z.string()),
        requestSha256: z.string(),
        iat: z.int().describe('When, in seconds since the epoch.'),
        signature: z.string().describe('Ed25519, base64url.'),
      })
      .describe(
        'Proof of this verdict: signed is `action-gate-receipt.v1`, a line feed and the receipt without its signature as RFC 8785 has it.',
      ),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        action: { tool: 'transfer', args: { to: '0x1' } },
        spend: { amountUsd: '5', mandate: { maxUsd: '10' } },
      },
    },
  ],

  async run(asked, { ownTools, serviceKeys, now }) {
    const { action, untrustedText = '', url, payload, schema, spend } = asked
    if ((payload === undefined) !== (schema === undefined))
      throw badInput('payload, schema: must be given together, or both must be left out')
    const nothing: readonly Reason[] = []
    const [injection, target, wrong] = await Promise.all([
      injected(ownTools, action, untrustedText),
      url === undefined ? nothing : targetOf(ownTools, url),
      schema === undefined ? nothing : payloadOf(ownTools, payload, schema),
    ])
    const found = {
      injection,
      target: url === undefined ? null : target,
      payload: schema === undefined ? null : wrong,
      spend: spend === undefined ? null : spending(spend, now()),
    }
    const reasons = Object.values(found).flatMap((one) => one ?? [])
    const requestSha256 = createHash('sha256')
      .update(canonicalJson(JSON.parse(JSON.stringify(asked))))
      .digest('hex')
    const verdict = strictest(reasons)
    return {
      verdict,
      reasons,
      checks: {
        injection: stateOf(found.injection),
        target: stateOf(found.target),
        payload: stateOf(found.payload),
        spend: stateOf(found.spend),
      },
      requestSha256,
      receipt: await receiptOf(serviceKeys, { verdict, reasons, requestSha256, nowMs: now() }),
    }
  },
})

interface Judged {
  readonly verdict: GateVerdict
  readonly reasons: readonly Reason[]
  readonly requestSha256: string
  readonly nowMs: number
}
const RECEIPT_PREFIX = 'action-gate-receipt.v1\n'

async function receiptOf(keys: ServiceKeys, { verdict, reasons, requestSha256, nowMs }: Judged) {
  const current = await keys.current()
  const receipt = {
    type: 'action-gate-receipt',
    alg: 'Ed25519',
    kid: current.kid,
    iss: keys.issuer ?? 'farebox',
    verdict,
    codes: reasons.map(({ code }) => code),
    requestSha256,
    iat: Math.floor(nowMs / 1_000),
  }
  return { ...receipt, signature: current.sign(RECEIPT_PREFIX + canonicalJson(receipt)) }
}

const strictest = (reasons: readonly Reason[]): GateVerdict =>
  VERDICTS.findLast((verdict) => reasons.some((reason) => reason.verdict === verdict)) ?? 'allow'

function stateOf(reasons: readonly Reason[] | null): z.output<typeof State> {
  if (reasons === null) return 'not-asked'
  const verdict = strictest(reasons)
  return verdict === 'allow' ? 'passed' : verdict
}

/** The scan says medium from 0.35; text of strangers often has a low score, which is ignored. */
const INJECTED: Readonly<Record<string, GateVerdict>> = { high: 'block', medium: 'review' }

async function injected(
  ownTools: OwnTools,
  action: JsonObject,
  untrustedText: string,
): Promise<readonly Reason[]> {
  const sources = { untrustedText, action: JSON.stringify(action) }
  const scanned = Object.entries(sources).map(
    async ([source, text]): Promise<readonly Reason[]> => {
      if (text === '') return []
      const { risk } = membersOf(await ownTools.run('prompt-injection-scan', { text }))
      const verdict = INJECTED[String(risk)]
      if (verdict === undefined) return []
      const message = `${source}: reads like instructions to an agent (${String(risk)} risk).`
      return [{ verdict, code: `injection-${String(risk)}`, message }]
    },
  )
  return (await Promise.all(scanned)).flat()
}

const targetReason = (verdict: GateVerdict, code: string, what: string): Reason => ({
  verdict,
  code,
  message: `url: ${what}.`,
})

async function targetOf(ownTools: OwnTools, url: string): Promise<readonly Reason[]> {
  const { valid, scheme, host, unicodeHost, port } = membersOf(
    await ownTools.run('url-parse', { url }),
  )
  if (valid !== true) return [targetReason('block', 'target-invalid', 'must be a valid URL')]
  const protocol = String(scheme).replace(/:$/, '')
  if (protocol !== 'https' && protocol !== 'http')
    return [targetReason('block', 'target-scheme', `must be http or https, not ${protocol}`)]
  const name = String(host).replace(/^\[|\]$/g, '')
  const address = parseAddress(name)
  const isInside = address
    ? !isPublic(address)
    : /(^|\.)(localhost|local|internal)$|^[^.]+$/.test(name)
  const { username, password } = new URL(url)
  return [
    ...(isInside
      ? [targetReason('block', 'target-private', `${name} is not on the public internet`)]
      : []),
    ...(username || password ? [targetReason('review', 'target-login', 'holds a login')] : []),
    ...(protocol === 'http' ? [targetReason('review', 'target-plain', 'is not encrypted')] : []),
    ...(address && !isInside ? [targetReason('review', 'target-address', 'names no host')] : []),
    ...(typeof unicodeHost === 'string'
      ? [targetReason('review', 'target-letters', `${unicodeHost} may look like another name`)]
      : []),
    ...(typeof port === 'number' && !PLAIN_PORTS.includes(port)
      ? [targetReason('review', 'target-port', `port ${port} is not a usual port of the web`)]
      : []),
  ]
}

async function payloadOf(
  ownTools: OwnTools,
  data: unknown,
  schema: JsonObject,
): Promise<readonly Reason[]> {
  const { valid, errors } = membersOf(await ownTools.run('json-validate', { data, schema }))
  if (valid === true) return []
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : []
  const { path, message } = membersOf(first)
  const where = `payload${textOr(path, '')}`
  const what = textOr(message, 'does not fit the schema')
  return [{ verdict: 'block', code: 'payload-invalid', message: `${where}: ${what}` }]
}

interface Spend {
  readonly amountUsd: string | number
  readonly mandate?:
    | { readonly maxUsd: string | number; readonly expiresIso?: string | undefined }
    | undefined
}

function spending({ amountUsd, mandate }: Spend, nowMs: number): readonly Reason[] {
  const amount = decimal(amountUsd)
  if (!mandate)
    return [{ verdict: 'review', code: 'no-mandate', message: 'spend: no mandate allows it.' }]
  const most = decimal(mandate.maxUsd)
  const isOver = compare(amount, most) > 0
  const { expiresIso } = mandate
  const isExpired = expiresIso !== undefined && Date.parse(expiresIso) <= nowMs
  const over = `spend: $${shortTextOf(amount)} is more than the mandate of $${shortTextOf(most)}.`
  const late = `spend: the mandate ended at ${expiresIso}.`
  return [
    ...(isOver ? [{ verdict: 'block', code: 'over-mandate', message: over } as const] : []),
    ...(isExpired ? [{ verdict: 'block', code: 'mandate-expired', message: late } as const] : []),
  ]
}

const membersOf = (answer: unknown): JsonObject => (isObject(answer) ? answer : {})
