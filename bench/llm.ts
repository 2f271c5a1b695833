import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Job, Target } from './llm/client.ts'
import { startPortkey } from './llm/portkey.ts'
import { HOSTILE_TEXTS } from '../test/support/llm/hostile-texts.ts'
import { median, report } from './support/load.ts'
import { startBaseline, startService } from './support/server.ts'

/**
 * `node run.mjs bench/llm.ts [portkey]`: what the gateway of language models adds to a call, in
 * free mode, against a direct call and a bare undici proxy in the same run. Provider, proxy,
 * service and client are processes of their own. Fails where a bar is missed. With `portkey`,
 * another gateway is installed into a temporary folder and measured beside.
 */
const ROUNDS = 7
const CALLS = 200
const AT_ONCE = 16
const RATE_MS = 2_000
const CANCELS = 20
const CROWD = { streams: 200, tokens: 400, everyMs: 20 }

/** Of what the bare proxy adds, and of its calls per second. */
const ADDED_MAX = 1.5
const RATE_SHARE_MIN = 0.6
const RATE_MIN = 2_500
const CANCEL_MS_MAX = 100
const CROWD_MB_MAX = 300
const QUOTE_MS_MAX = 250

const CLIENT = fileURLToPath(new URL('./llm/client.ts', import.meta.url))

interface BenchTarget {
  readonly name: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Beside the messages. */
  readonly fields?: Readonly<Record<string, unknown>>
}

const ordered = (
  { url, headers = {}, fields }: BenchTarget,
  order: object,
  stream: boolean,
): Target => ({
  url,
  headers,
  body: {
    model: 'bench',
    messages: [{ role: 'user', content: JSON.stringify(order) }],
    ...fields,
    ...(stream && { stream: true }),
  },
})

const SHORT = { tokens: 20, everyMs: 0 }

async function benchLlm(): Promise<void> {
  const provider = await startBaseline('llm/provider.ts')
  const proxy = await startBaseline('llm/proxy.ts', [provider.url])
  const settings = { FREE_MODE: 'true', SANDBOX: 'false', LLM_URL: provider.url }
  const service = await startService(settings)
  const portkey = process.argv[2] === 'portkey' ? await startPortkey(provider.url) : null
  const client = fork(CLIENT)
  async function ask(job: Job): Promise<readonly number[]> {
    client.send(job)
    const [told] = (await once(client, 'message')) as [{ figures?: number[]; problem?: string }]
    if (!told.figures) throw new Error(`${job.target.url}: ${told.problem}`)
    return told.figures
  }
  const path = '/v1/chat/completions'
  const direct: BenchTarget = { name: 'direct', url: provider.url + path }
  const bare: BenchTarget = { name: 'undici proxy', url: proxy.url + path }
  const ours: BenchTarget = { name: 'farebox', url: `${service.url}/v1/nano/chat/completions` }
  const messages = { url: `${service.url}/v1/nano/messages`, fields: { max_tokens: 500 } }
  const ways: BenchTarget[] = [
    direct,
    bare,
    ours,
    { name: 'farebox, messages to chat', ...messages },
  ]
  if (portkey) ways.push({ name: 'portkey', ...portkey })
  try {
    const idleMb = await memoryMb(service.pid, 'VmRSS')
    const crowd = ordered(ours, CROWD, true)
    const [whole] = await ask({ kind: 'crowd', target: crowd, streams: CROWD.streams })
    const crowdMb = await memoryMb(service.pid, 'VmHWM')
    const rounds = await measured(ways, ask)
    const endless = ordered(ours, { tokens: 10_000, everyMs: 5 }, true)
    const cancel = { kind: 'cancel', target: endless, provider: provider.url } as const
    const cancels = await ask({ ...cancel, calls: CANCELS })
    const quoteMs = await slowestQuote(ask)
    const added = (figures: readonly Figures[], of: 'json' | 'stream') =>
      median(figures.map((one, round) => one[of] - (rounds.get(direct)?.[round]?.[of] ?? 0)))
    for (const way of ways) {
      const figures = rounds.get(way) ?? []
      report(
        way.name,
        `JSON p50 +${added(figures, 'json').toFixed(2)} ms`,
        `stream first word +${added(figures, 'stream').toFixed(2)} ms`,
        `${median(figures.map(({ rate }) => rate)).toFixed(0)} calls/s`,
      )
    }
    const shareOf = (of: 'json' | 'stream') =>
      added(rounds.get(ours) ?? [], of) / added(rounds.get(bare) ?? [], of)
    const rates = rounds.get(ours) ?? []
    const share = median(rates.map(({ rate }, at) => rate / (rounds.get(bare)?.[at]?.rate ?? 0)))
    const rate = median(rates.map((one) => one.rate))
    const cancelMs = Math.max(...cancels)
    bar('added to JSON, of the proxy', shareOf('json'), shareOf('json') <= ADDED_MAX)
    bar('added to a first word, of the proxy', shareOf('stream'), shareOf('stream') <= ADDED_MAX)
    bar('calls/s, of the proxy', share, share >= RATE_SHARE_MIN || rate >= RATE_MIN)
    bar('ms until a provider is let go, at most', cancelMs, cancelMs <= CANCEL_MS_MAX)
    bar('streams at once that came whole', whole ?? 0, whole === CROWD.streams)
    bar('MB resident with them, at most', crowdMb, crowdMb <= CROWD_MB_MAX)
    report('MB resident before them', idleMb.toFixed(0))
    bar('ms for the slowest quote of 100 KB', quoteMs, quoteMs <= QUOTE_MS_MAX)
  } finally {
    client.kill()
    await Promise.all([service.stop(), proxy.stop(), provider.stop(), portkey?.stop()])
  }
}

interface Figures {
  /** Milliseconds of the middle call, whole or to its first word. */
  readonly json: number
  readonly stream: number
  /** Calls per second. */
  readonly rate: number
}

/** All ways in turn for each figure, so that a drifting machine is equally unfair to all. */
async function measured(
  ways: readonly BenchTarget[],
  ask: (job: Job) => Promise<readonly number[]>,
) {
  const rounds = new Map<BenchTarget, Figures[]>(ways.map((way) => [way, []]))
  for (let round = -1; round < ROUNDS; round += 1) {
    const json = await each(ways, (way) => timesOf(way, false))
    const stream = await each(ways, (way) => timesOf(way, true))
    const rate = await each(ways, (way) => rateOf(way))
    // The first round is for the compilers.
    if (round < 0) continue
    for (const [at, way] of ways.entries())
      rounds
        .get(way)
        ?.push({ json: json[at] ?? NaN, stream: stream[at] ?? NaN, rate: rate[at] ?? NaN })
  }
  return rounds

  async function timesOf(way: BenchTarget, isStream: boolean): Promise<number> {
    const target = ordered(way, SHORT, isStream)
    return median(await ask({ kind: 'times', target, calls: CALLS }))
  }
  async function rateOf(way: BenchTarget): Promise<number> {
    const target = ordered(way, SHORT, false)
    const [rate] = await ask({ kind: 'rate', target, atOnce: AT_ONCE, forMs: RATE_MS })
    return rate ?? NaN
  }
}

async function each<T>(
  ways: readonly BenchTarget[],
  figure: (way: BenchTarget) => Promise<T>,
): Promise<T[]> {
  const all: T[] = []
  for (const way of ways) all.push(await figure(way))
  return all
}

function bar(name: string, figure: number, isGood: boolean): void {
  report(name, figure.toFixed(2), isGood ? 'good' : 'missed')
  if (!isGood) process.exitCode = 1
}

/** What a process holds, or the most that it has ever held. */
async function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const told = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(told)?.[1] ?? Number.NaN) / 1024
}

/** Of texts whose tokens are slow to count, on a service that sells. */
async function slowestQuote(ask: (job: Job) => Promise<readonly number[]>): Promise<number> {
  const service = await startService({ SANDBOX: 'false', OPENAI_API_KEY: 'none' })
  const url = `${service.url}/v1/metered/chat/completions`
  const quote = async (content: string) => {
    const body = { model: 'openai/gpt-6.1-terra', messages: [{ role: 'user', content }] }
    const [ms] = await ask({ kind: 'quote', target: { url, headers: {}, body } })
    return ms ?? Number.NaN
  }
  try {
    await quote('to load the table')
    const slowest: number[] = []
    for (const [, textOf] of HOSTILE_TEXTS)
      slowest.push(median([await quote(textOf(0)), await quote(textOf(1)), await quote(textOf(2))]))
    return Math.max(...slowest)
  } finally {
    await service.stop()
  }
}

if (import.meta.main) await benchLlm()
