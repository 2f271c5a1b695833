import autocannon from 'autocannon'
import { processorSeconds } from './processor.ts'

export interface Load {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The path of each request, where they differ. */
  pathOf?(): string
  /** More headers of each request, where they differ. */
  headersOf?(): Readonly<Record<string, string>>
  readonly status: number
}

const CONNECTIONS = 32

/**
 * Requests per second of one address; any other status than the expected one is an error. So many,
 * and not for so long: a caller that leaves in the middle of a call counts against its payer.
 */
export async function perSecondOf(amount: number, { status, ...load }: Load): Promise<number> {
  const started = performance.now()
  // The load generator itself counts in whole seconds.
  let endedAt = started
  const setupClient = (client: autocannon.Client): void =>
    void client.on('response', () => (endedAt = performance.now()))
  const requests = requestsOf(load)
  const result = await autocannon({ ...plain(load), ...requests, amount, setupClient })
  assertStatus(result, status)
  return amount / ((endedAt - started) / 1000)
}

function requestsOf({
  pathOf,
  headersOf,
}: Pick<Load, 'pathOf' | 'headersOf'>): Pick<autocannon.Options, 'requests'> {
  if (!pathOf && !headersOf) return {}
  const setupRequest = (request: autocannon.Request): autocannon.Request => ({
    ...request,
    ...(pathOf && { path: pathOf() }),
    ...(headersOf && { headers: { ...request.headers, ...headersOf() } }),
  })
  return { requests: [{ setupRequest }] }
}

function plain({ url, method = 'POST', body, headers }: Omit<Load, 'status'>): autocannon.Options {
  return {
    url,
    method,
    connections: CONNECTIONS,
    ...(body === undefined ? {} : { body }),
    ...(headers ? { headers: { ...headers } } : {}),
  }
}

function assertStatus({ statusCodeStats = {} }: autocannon.Result, status: number): void {
  const odd = Object.keys(statusCodeStats).filter((code) => code !== String(status))
  if (odd.length > 0) throw new Error(`expected ${status}, got ${JSON.stringify(statusCodeStats)}`)
}

/** A server in a process of its own, and what is asked of it; its buyer's work is not counted. */
export interface Side {
  readonly pid: number
  load(amount: number): Load | Promise<Load>
}

const ROUNDS = 3
const WARM_UP = 4_000
export const COUNTED = 10_000

/** Two servers in turn, by the clock and by the processor time of their processes. */
export async function compare(
  name: string,
  ours: Side,
  theirs: Side,
  baselineName: string,
): Promise<void> {
  for (const { load } of [ours, theirs]) await perSecondOf(WARM_UP, await load(WARM_UP))
  const rows: (readonly [Rates, Rates])[] = []
  for (let round = 0; round < ROUNDS; round++)
    rows.push([await ratesOf(ours), await ratesOf(theirs)])
  const by = (column: keyof Rates) => rows.map(([a, b]) => [a[column], b[column]] as const)
  reportRatio(name, by('clock'), baselineName)
  reportRatio(`${name}, processor`, by('processor'), baselineName)
}

interface Rates {
  /** Per second of the clock. */
  readonly clock: number
  /** Per second of the processor: what other work of the machine does not change. */
  readonly processor: number
}

async function ratesOf({ pid, load }: Side): Promise<Rates> {
  const asked = await load(COUNTED)
  const before = processorSeconds(pid)
  const clock = await perSecondOf(COUNTED, asked)
  return { clock, processor: COUNTED / (processorSeconds(pid) - before) }
}

/** Measures two things in turn, so that a drifting machine is equally unfair to both. */
export async function ratio(
  name: string,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
  baselineName: string,
): Promise<void> {
  const rows: (readonly [number, number])[] = []
  for (let round = 0; round < ROUNDS; round++) rows.push([await ours(), await baseline()])
  reportRatio(name, rows, baselineName)
}

function reportRatio(
  name: string,
  rows: readonly (readonly [ours: number, theirs: number])[],
  baselineName: string,
): void {
  report(
    name,
    `${median(rows.map(([a]) => a)).toFixed(0)}/s`,
    `${baselineName} ${median(rows.map(([, b]) => b)).toFixed(0)}/s`,
    `ratio ${median(rows.map(([a, b]) => a / b)).toFixed(2)}`,
  )
}

export function report(name: string, ...columns: readonly string[]): void {
  process.stdout.write(
    `${name.padEnd(34)} ${columns.map((column) => column.padEnd(34)).join(' ')}\n`,
  )
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
