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
const SECONDS = 3

/** Requests per second of one address; any other status than the expected one is an error. */
export async function perSecond({ status, ...load }: Load): Promise<number> {
  const requests = requestsOf(load)
  const result = await autocannon({ ...plain(load), ...requests, duration: SECONDS })
  assertStatus(result, status)
  return result.requests.average
}

const WARM_UP = 4_000
const COUNTED = 10_000

/**
 * Requests for one second of the processor in the process of the server: what other work of the
 * machine does not change.
 */
export async function perProcessorSecond(pid: number, { status, ...load }: Load): Promise<number> {
  await autocannon({ ...plain(load), amount: WARM_UP })
  const before = processorSeconds(pid)
  assertStatus(await autocannon({ ...plain(load), amount: COUNTED }), status)
  return COUNTED / (processorSeconds(pid) - before)
}

/** The same for so many requests, each with headers of its own. */
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

const ROUNDS = 3

/** Measures two things in turn, so that a drifting machine is equally unfair to both. */
export async function ratio(
  name: string,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
  baselineName: string,
): Promise<void> {
  const rows: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++) rows.push([await ours(), await baseline()])
  const [mine, theirs, ratios] = [
    median(rows.map(([a]) => a)),
    median(rows.map(([, b]) => b)),
    median(rows.map(([a, b]) => a / b)),
  ]
  report(
    name,
    `${mine.toFixed(0)}/s`,
    `${baselineName} ${theirs.toFixed(0)}/s`,
    `ratio ${ratios.toFixed(2)}`,
  )
}

export function report(name: string, ...columns: readonly string[]): void {
  process.stdout.write(
    `${name.padEnd(34)} ${columns.map((column) => column.padEnd(34)).join(' ')}\n`,
  )
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
