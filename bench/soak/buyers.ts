import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { bearer, workFor, type Buyer } from '../../test/support/buyer.ts'
import { call, type Call } from '../../test/support/calls.ts'

interface Service {
  readonly url: string
}

/** What buyers of one kind have heard, by status; `cut` where there was no answer. */
export type AnswerCounts = Map<string, number>

export interface Shopping {
  readonly service: Service
  /** Aborted when the shops close. */
  readonly over: AbortSignal
  /** By kind of buyer. */
  readonly heard: Map<string, AnswerCounts>
}

type Headers = Readonly<Record<string, string>>

/** One kind of buyer: what it does again and again. The name of what came of it is counted. */
type Round = (turn: number) => Promise<string>

const PAUSE_MS = 15
/** While the service is away. */
const AWAY_MS = 500
/** A job of a killed process is taken up after half a minute. */
const JOB_LOOKS_MAX = 240

const TOOLS: readonly (readonly [path: string, body: unknown])[] = [
  ['/api/hash', { text: 'hello' }],
  ['/api/base64', { text: 'hello', mode: 'encode' }],
  ['/api/html-select', { html: '<p>one</p><p>two</p>', selector: 'p' }],
  ['/api/key-derive', { algo: 'pbkdf2', secret: 'pw', salt: 'salt', iterations: 1_000 }],
]

const FREE = ['/health', '/api/find?q=hash', '/api/pricing', '/', '/tools/hash', '/api/stats']

/** Buys until the shops close. */
export async function shop(kind: string, { over, heard }: Shopping, round: Round): Promise<void> {
  const counts: AnswerCounts = heard.get(kind) ?? new Map()
  heard.set(kind, counts)
  for (let turn = 0; !over.aborted; turn += 1) {
    const what = await round(turn).catch(() => 'cut')
    counts.set(what, (counts.get(what) ?? 0) + 1)
    await sleep(what === 'cut' ? AWAY_MS : PAUSE_MS)
  }
}

const said = async (service: Service, path: string, asked: Call): Promise<string> =>
  String((await call(service, path, asked)).status)

/** By a prepaid key, every other time under a key of its own, which is then asked for again. */
export const byCredits =
  (service: Service, key: string): Round =>
  async (turn) => {
    const [path, body] = TOOLS[turn % TOOLS.length]!
    if (turn % 2 === 0) return said(service, path, { body, headers: bearer(key) })
    const headers = { ...bearer(key), 'idempotency-key': randomUUID() }
    const first = await said(service, path, { body, headers })
    return turn % 8 === 1
      ? `${first}, again ${await said(service, path, { body, headers })}`
      : first
  }

/** By a wallet, on the chain; a settlement that is not known yet is asked for again. */
export const byWallet =
  (service: Service, buyer: Buyer, path: string, body: unknown): Round =>
  async () => {
    const headers: Headers = await buyer.payFor(service, path, { body })
    for (let tries = 0; tries < 20; tries += 1) {
      const { status, headers: told } = await call(service, path, { body, headers })
      const isUnknown = status === 409 || (status === 402 && told['x-resume-token'] !== undefined)
      if (!isUnknown) return String(status)
      await sleep(AWAY_MS)
    }
    return 'unknown'
  }

export const byWork =
  (service: Service): Round =>
  async () =>
    said(service, '/api/hash', { body: { text: 'hello' }, headers: await workFor(service, 'hash') })

export const byJobs =
  (service: Service, key: string): Round =>
  async () => {
    const headers = { ...bearer(key), prefer: 'respond-async' }
    const accepted = await call(service, '/api/soak-slow', { body: { ms: 1_500 }, headers })
    const id = String(accepted.body['jobId'])
    if (accepted.status !== 202) return String(accepted.status)
    for (let looks = 0; looks < JOB_LOOKS_MAX; looks += 1) {
      await sleep(AWAY_MS)
      const { body } = await call(service, `/api/jobs/${id}`).catch(() => ({ body: {} as never }))
      const { status } = body as { status?: string }
      if (status === 'completed' || status === 'failed') return `job ${status}`
    }
    return 'job not ended'
  }

export const ofUpstream =
  (service: Service, key: string): Round =>
  () =>
    said(service, '/api/soak-upstream?name=a', { headers: bearer(key) })

/** Hangs up in the middle: of its own words, or of ours. */
export const leaving =
  (service: Service, key: string): Round =>
  async (turn) => {
    if (turn % 2 === 0) {
      const { hostname, port } = new URL(service.url)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(
        `POST /api/hash HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: 500\r\n\r\n{"te`,
      )
      await sleep(100)
      socket.destroy()
      return 'left while asking'
    }
    const signal = AbortSignal.timeout(20 + (turn % 7) * 30)
    const body = { ms: 100 }
    return call(service, '/api/soak-slow', { body, headers: bearer(key), signal }).then(
      ({ status }) => String(status),
      () => 'left before the answer',
    )
  }

export const looking =
  (service: Service): Round =>
  (turn) =>
    turn % 3 === 0
      ? said(service, FREE[(turn / 3) % FREE.length]!, { headers: { accept: 'text/html' } })
      : said(service, TOOLS[turn % TOOLS.length]![0], { body: {} })
