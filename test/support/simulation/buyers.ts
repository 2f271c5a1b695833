import { hash } from 'node:crypto'
import type { CallReply, CallRequest } from '../../../src/base/core/call.ts'
import type { JobView } from '../../../src/selling/call/job-view.ts'
import type { Transport } from '../../../src/base/core/call.ts'
import { mintKey } from '../../../src/selling/payments/credits.ts'
import type { PowChallenge } from '../../../src/selling/payments/pow.ts'
import { CHAIN_HEADER } from './chain.ts'
import { PRICES, quoteOf, type Slug } from './goods.ts'
import type { Replica, Surroundings } from './replica.ts'
import { askForTask, askOverA2a, askOverMcp, CLIENT, type TransportAnswer } from './transports.ts'

export type RailId = 'chain' | 'credits' | 'pow'

/** One thing that somebody wants, and how it is to be paid. It may be sent many times. */
export interface Purchase {
  readonly slug: Slug
  readonly rail: RailId
  readonly amount: number
  /** What pays: a nonce, a challenge, or the name of a prepaid key. */
  readonly pays: string
  readonly ask: string
  /** What only one run at a time may serve: a proof or a keyed question; empty where many may. */
  readonly alone: string
  readonly headers: Readonly<Record<string, string>>
  /** The same key and question again mean the same call. */
  readonly isKeyed: boolean
  /** Told with "settlement unknown". */
  token: string | null
}

/** What a buyer was told at last. */
export interface HeardAnswer {
  readonly status: number
  readonly isReplay: boolean
  /** The run that made the answer. */
  readonly run: number | null
  readonly error: string
}

/** One sending of a purchase. */
export interface Call {
  readonly id: string
  readonly via: Transport
  readonly sentAt: number
  readonly purchase: Purchase
  readonly replica: Replica
  readonly hangUp: AbortController
  jobId: string | null
  /** Over A2A, while it is under way. */
  taskId: string | null
  told: HeardAnswer | null
}

export interface Buyers {
  readonly calls: readonly Call[]
  readonly purchases: readonly Purchase[]
  /** Prepaid keys by their names. */
  readonly keys: Readonly<Record<string, { readonly keyHash: string; readonly loaded: number }>>
  fund(): Promise<void>
  /** Something new, at a replica that is alive. */
  want(replica: Replica, slow: number): Purchase
  /** Another question, with the payment of an old one. */
  cheat(purchase: Purchase): Purchase
  send(purchase: Purchase, replica: Replica): Call
  /** Asks how the jobs are that nobody has heard of yet. */
  poll(replica: Replica): Promise<void>
}

const SPARE_MS = 90_000

export function createBuyers(
  { world, chain }: Surroundings,
  insertKey: (key: { keyHash: string; keyId: string; loaded: number }) => Promise<unknown>,
): Buyers {
  const { random } = world
  const purchases: Purchase[] = []
  const calls: Call[] = []
  const wallets = {
    rich: { ...mintKey(), loaded: 3_200_000 },
    poor: { ...mintKey(), loaded: 4_000 },
  }

  function paymentOf(slug: Slug, replica: Replica): Pick<Purchase, 'rail' | 'pays' | 'headers'> {
    const tool = replica.tools.get(slug)
    if (!tool) throw new Error(`${slug} is not sold`)
    const rail = random.weighted({ chain: 6, credits: 4, pow: 2 })
    if (rail === 'chain') {
      const spareMs = random.pick([SPARE_MS, 10 * SPARE_MS])
      const pays = chain.sign(quoteOf(slug), tool.limits.firstEventMs + spareMs)
      return { rail, pays, headers: { [CHAIN_HEADER]: pays } }
    }
    if (rail === 'credits') {
      const pays = random.chance(0.8) ? 'rich' : 'poor'
      return { rail, pays, headers: { authorization: `Bearer ${wallets[pays].key}` } }
    }
    const challenge = replica.pow.issue(tool)
    return {
      rail,
      pays: challenge.challenge,
      headers: { 'x-pow-solution': `${challenge.token}:${solve(challenge)}` },
    }
  }

  function question({ rail, pays }: Pick<Purchase, 'rail' | 'pays'>, isKeyed: boolean) {
    const ask = `question ${purchases.length + 1}`
    return { ask, alone: rail !== 'credits' ? pays : isKeyed ? ask : '' }
  }

  function want(replica: Replica, slow: number): Purchase {
    const slug = random.weighted({ quick: 1, lookup: 1, stream: 1, quoted: 1, metered: 1, slow })
    const payment = paymentOf(slug, replica)
    const isKeyed = random.chance(0.4)
    const isPatient = slug === 'slow' && random.chance(0.7)
    const purchase: Purchase = {
      slug,
      ...payment,
      amount: payment.rail === 'pow' ? 0 : PRICES[slug],
      ...question(payment, isKeyed),
      isKeyed,
      token: null,
      headers: {
        ...payment.headers,
        ...(isKeyed ? { 'idempotency-key': `key ${purchases.length + 1}` } : {}),
        ...(isPatient ? { prefer: 'respond-async' } : {}),
      },
    }
    purchases.push(purchase)
    return purchase
  }

  function cheat(purchase: Purchase): Purchase {
    const other = { ...purchase, token: null, ...question(purchase, purchase.isKeyed) }
    purchases.push(other)
    return other
  }

  function send(purchase: Purchase, replica: Replica): Call {
    const hangUp = new AbortController()
    const id = `call ${calls.length + 1}`
    const sentAt = world.now()
    const via = wayOf(purchase)
    const unheard = { jobId: null, taskId: null, told: null }
    const call: Call = { id, via, sentAt, purchase, replica, hangUp, ...unheard }
    calls.push(call)
    const { slug, rail, pays, ask, isKeyed } = purchase
    const how = `${isKeyed ? 'keyed, ' : ''}by ${rail} ${pays}`
    world.note(`${replica.life.name}: ${id} asks ${slug} (${ask}) over ${via}, ${how}`)
    // A stream that breaks tells nothing.
    listen(call, ASK[via](call)).catch(() => {})
    return call
  }

  /** Work is taken over HTTP only, and a message of A2A has no place for a token. */
  function wayOf({ rail, token }: Purchase): Transport {
    if (rail === 'pow') return 'http'
    return random.weighted({ http: 5, mcp: 2, a2a: token === null ? 2 : 0 })
  }

  async function listen(call: Call, answer: Promise<TransportAnswer>): Promise<void> {
    const heard = await answer
    const { headers, text, jobId = null, taskId = null } = heard
    call.purchase.token ??= headers['x-resume-token'] ?? tokenIn(text)
    Object.assign(call, { jobId, taskId })
    if (jobId === null) tell(call, heard)
  }

  function tell(call: Call, heard: TransportAnswer): void {
    call.told = {
      status: heard.status,
      isReplay: 'x-idempotent-replay' in heard.headers,
      run: Number(/"run":(\d+)/.exec(heard.text)?.[1]) || null,
      error: /"error":"([^"]*)"/.exec(heard.text)?.[1] ?? '',
    }
    world.note(`${call.id} is told ${heard.status} ${heard.text.slice(0, 70).trim()}`)
  }

  /** Of a task that is under way, until it is over. */
  async function pollTask(call: Call, taskId: string, replica: Replica): Promise<void> {
    const heard = await askForTask(call, taskId, replica).catch(() => null)
    if (!heard || call.taskId === null) return
    call.taskId = null
    tell(call, heard)
  }

  async function pollOne(call: Call, replica: Replica): Promise<void> {
    const job = call.jobId === null ? null : await replica.jobs.find(call.jobId)
    const outcome = job?.result ?? job?.error
    if (!outcome || call.told) return
    const { httpStatus: status, headers, body } = outcome
    tell(call, { status, headers, text: JSON.stringify(body) })
  }

  return {
    calls,
    purchases,
    keys: wallets,
    async fund() {
      for (const { keyHash, keyId, loaded } of Object.values(wallets))
        await insertKey({ keyHash, keyId, loaded })
    },
    want,
    cheat,
    send,
    async poll(replica) {
      for (const call of calls) {
        if (call.taskId !== null) await pollTask(call, call.taskId, replica)
        if (call.jobId !== null && !call.told) await pollOne(call, replica)
      }
    },
  }
}

const ASK: Readonly<Record<Transport, (call: Call) => Promise<TransportAnswer>>> = {
  http: askOverHttp,
  mcp: askOverMcp,
  a2a: askOverA2a,
}

async function askOverHttp(call: Call): Promise<TransportAnswer> {
  const { status, headers, body } = await call.replica.pipeline.handle(requestOf(call))
  const text = await textOf(body)
  const jobId = status === 202 ? (JSON.parse(text) as JobView).jobId : undefined
  return { status, headers: Object.fromEntries(headers), text, ...(jobId && { jobId }) }
}

/** Protocols without headers say it in the body. */
const tokenIn = (text: string): string | null => /"resumeToken":"([^"]+)"/.exec(text)?.[1] ?? null

function requestOf({ id, purchase, hangUp }: Call): CallRequest {
  const { slug, ask, alone, token } = purchase
  const resuming = token === null ? {} : { 'x-resume-token': token }
  const headers: Readonly<Record<string, string>> = { ...purchase.headers, ...resuming }
  const isRead = slug === 'lookup'
  return {
    id,
    method: isRead ? 'GET' : 'POST',
    path: `/api/${slug}`,
    query: isRead ? new URLSearchParams({ ask, alone }).toString() : '',
    header: (name) => headers[name],
    text: async () => (isRead ? '' : JSON.stringify({ ask, alone })),
    client: CLIENT,
    signal: hangUp.signal,
  }
}

async function textOf(body: CallReply['body']): Promise<string> {
  if (body.kind === 'json') return body.text
  if (body.kind === 'binary') return Buffer.from(body.bytes).toString('utf8')
  let text = ''
  for await (const chunk of body.chunks) text += chunk
  return text
}

function solve({ challenge, difficulty }: PowChallenge): number {
  for (let nonce = 0; ; nonce++) {
    const first = hash('sha256', `${challenge}:${nonce}`, 'buffer').readUInt32BE(0)
    if (Math.clz32(first) >= difficulty) return nonce
  }
}
