import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** Where and how a call is sent. */
export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** What this process is asked, and the figures that it answers. */
export type Job =
  /** Milliseconds of each of so many calls, one after the other. */
  | { readonly kind: 'times'; readonly target: Target; readonly calls: number }
  /** Calls per second, so many at once. */
  | {
      readonly kind: 'rate'
      readonly target: Target
      readonly atOnce: number
      readonly forMs: number
    }
  /** Milliseconds from the end of the caller to the end of the provider's stream. */
  | {
      readonly kind: 'cancel'
      readonly target: Target
      readonly provider: string
      readonly calls: number
    }
  /** Milliseconds until a call that is not paid hears its price. */
  | { readonly kind: 'quote'; readonly target: Target }
  /** How many of so many streams at once came to their end. */
  | { readonly kind: 'crowd'; readonly target: Target; readonly streams: number }

const dispatcher = new Agent({
  allowH2: false,
  connections: 512,
  headersTimeout: 0,
  bodyTimeout: 0,
})

const send = ({ url, headers, body }: Target, signal?: AbortSignal) =>
  request(url, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

/** A whole answer, or a stream as far as its first word. */
async function timeOf(target: Target): Promise<number> {
  const startedAt = performance.now()
  const { statusCode, body } = await send(target)
  let firstAt = 0
  let text = ''
  for await (const piece of body) {
    text += String(piece)
    if (firstAt === 0 && text.includes('token')) firstAt = performance.now()
  }
  if (statusCode !== 200 || firstAt === 0) throw new Error(`${statusCode}: ${text.slice(0, 300)}`)
  return (target.body['stream'] ? firstAt : performance.now()) - startedAt
}

async function times(target: Target, calls: number): Promise<number[]> {
  const all: number[] = []
  for (let call = 0; call < calls; call += 1) all.push(await timeOf(target))
  return all
}

async function rate(target: Target, atOnce: number, forMs: number): Promise<number[]> {
  const startedAt = performance.now()
  let calls = 0
  async function oneAfterTheOther(): Promise<void> {
    for (; performance.now() - startedAt < forMs; calls += 1) await timeOf(target)
  }
  await Promise.all(Array.from({ length: atOnce }, oneAfterTheOther))
  return [calls / ((performance.now() - startedAt) / 1_000)]
}

async function cancel(target: Target, provider: string, calls: number): Promise<number[]> {
  const left = async () => (await (await request(`${provider}/left`)).body.json()) as string[]
  const all: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const before = (await left()).length
    const gone = new AbortController()
    const { body } = await send(target, gone.signal)
    body.once('error', () => {})
    await new Promise((resolve) => body.once('data', resolve))
    await sleep(20)
    const leftAt = process.hrtime.bigint()
    gone.abort()
    let ends = await left()
    while (ends.length === before) ends = await left()
    all.push(Number(BigInt(ends.at(-1) ?? 0) - leftAt) / 1e6)
  }
  return all
}

async function crowd(target: Target, streams: number): Promise<number[]> {
  const isWhole = async () => (await (await send(target)).body.text()).endsWith('data: [DONE]\n\n')
  const ends = await Promise.all(Array.from({ length: streams }, isWhole))
  return [ends.filter(Boolean).length]
}

async function quote(target: Target): Promise<number[]> {
  const startedAt = performance.now()
  const { statusCode, body } = await send(target)
  await body.text()
  if (statusCode !== 402) throw new Error(`${statusCode} instead of a price`)
  return [performance.now() - startedAt]
}

function figuresOf(job: Job): Promise<number[]> {
  if (job.kind === 'quote') return quote(job.target)
  if (job.kind === 'times') return times(job.target, job.calls)
  if (job.kind === 'rate') return rate(job.target, job.atOnce, job.forMs)
  if (job.kind === 'cancel') return cancel(job.target, job.provider, job.calls)
  return crowd(job.target, job.streams)
}

process.on('message', (job: Job) => {
  figuresOf(job).then(
    (figures) => process.send?.({ figures }),
    (thrown: unknown) => process.send?.({ problem: String(thrown) }),
  )
})
