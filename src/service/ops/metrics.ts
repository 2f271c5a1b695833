import { createServer, type Server } from 'node:http'
import { dollarsOf, type Usd } from '../../base/core/money.ts'
import { isOwnHost } from '../../base/lib/own-host.ts'
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client'

/** Calls with the same labels. */
export interface CallSeries {
  /** One more call, and how long it took. */
  observe(seconds: number): void
}

export interface CallLabels {
  readonly slug: string
  readonly rail: string
  readonly outcome: string
  readonly status: number
}

export interface Metrics {
  /** Made once for the same labels. */
  seriesOf(labels: CallLabels): CallSeries
  /** A payment whose result will never be known. */
  lost(rail: string): void
  /** What a provider billed, and no buyer paid. */
  unpaid(provider: string, amount: Usd): void
  /** Answers of a provider have another shape than before. */
  reshaped(provider: string): void
  /** A call that was refused because losses at providers have reached a cap. */
  capped(cap: string): void
  /** A payment whose block the chain took back. */
  reverted(rail: string): void
  /** A request that was asked to come later, before anything of it was done. */
  turnedAway(): void
  /** As another process can add them up. */
  values(): Promise<MetricsOf>
  /** Resolves to the port, which is another one when the wanted one is taken. */
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
}

/** The metrics of one process. */
export type MetricsOf = readonly MetricObjectWithValues<MetricValue<string>>[]

/** A network in the metrics: whether it can be paid on now. */
interface PayableNetwork {
  readonly network: string
  readonly isPayable: boolean
  readonly trouble: string | null
}

export function createMetrics(networks: () => readonly PayableNetwork[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seriesOf = addCalls(registry)
  const lost = new Counter({
    name: 'farebox_payments_lost_total',
    help: 'Payments that were given up without knowing whether their money has moved, by rail.',
    labelNames: ['rail'],
    registers: [registry],
  })
  const reverted = new Counter({
    name: 'farebox_payments_reverted_total',
    help: 'Settled payments whose block the chain took back, by rail. They are sent again.',
    labelNames: ['rail'],
    registers: [registry],
  })
  const away = new Counter({
    name: 'farebox_requests_turned_away_total',
    help: 'Requests answered 503 before anything of them was read, because too much was asked.',
    registers: [registry],
  })
  const unpaid = new Counter({
    name: 'farebox_losses_usd_total',
    help: 'Dollars that providers billed for calls that no buyer paid, by provider.',
    labelNames: ['provider'],
    registers: [registry],
  })
  const capped = new Counter({
    name: 'farebox_losses_capped_total',
    help: 'Calls refused because unpaid costs have reached a cap, by cap.',
    labelNames: ['cap'],
    registers: [registry],
  })
  const reshaped = new Counter({
    name: 'farebox_upstream_changes_total',
    help: 'Changes in the shape of the answers of providers, by provider.',
    labelNames: ['provider'],
    registers: [registry],
  })
  addNetworks(registry, networks)
  let server: Server | null = null

  return {
    seriesOf,
    lost: (rail) => lost.inc({ rail }),
    unpaid: (provider, amount) => unpaid.inc({ provider }, dollarsOf(amount)),
    reshaped: (provider) => reshaped.inc({ provider }),
    capped: (cap) => capped.inc({ cap }),
    reverted: (rail) => reverted.inc({ rail }),
    turnedAway: () => away.inc(),
    values: () => registry.getMetricsAsJSON(),
    async listen(port, host) {
      server = metricsServer(() => registry.metrics())
      return listenOr(server, port, host)
    },
    async close() {
      server?.closeAllConnections()
      server?.close()
    },
  }
}

/** The sums of several processes, at one address. */
export async function listenForSums(
  all: () => Promise<readonly MetricsOf[]>,
  port: number,
  host: string,
): Promise<number> {
  const text = async () => AggregatorRegistry.aggregate((await all()) as object[]).metrics()
  return listenOr(metricsServer(text).unref(), port, host)
}

const metricsServer = (text: () => Promise<string>): Server =>
  createServer((request, response) => {
    // Otherwise a web page could read them by DNS rebinding.
    if (!isOwnHost(request.headers.host, [])) return void response.writeHead(403).end()
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    void text().then(
      (found) =>
        response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(found),
      () => response.writeHead(500).end(),
    )
  })

/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 180]
const COUNT = BUCKETS.length
const SUM = COUNT + 1

interface Series {
  readonly labels: CallLabels
  /** Calls by bucket, all calls, and their seconds. */
  readonly sums: Float64Array
}

/** Counts are numbers in an array, and become metrics when they are asked for. */
function addCalls(registry: Registry): Metrics['seriesOf'] {
  const all: Series[] = []
  const calls: Counter = new Counter({
    name: 'farebox_calls_total',
    help: 'Calls by tool, rail, outcome and status.',
    labelNames: ['slug', 'rail', 'outcome', 'status'],
    registers: [registry],
    collect() {
      calls.reset()
      for (const { labels, sums } of all) calls.inc({ ...labels }, sums[COUNT])
    },
  })
  const durations = {
    name: 'farebox_call_seconds',
    help: 'Time from request to reply, by outcome.',
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({ ...durations, values: durationsOf(all) }),
  }
  registry.registerMetric(durations as never)
  return (labels) => {
    const sums = new Float64Array(SUM + 1)
    all.push({ labels, sums })
    return {
      observe(seconds) {
        let at = 0
        while (at < COUNT && seconds > BUCKETS[at]!) at += 1
        if (at < COUNT) sums[at]! += 1
        sums[COUNT]! += 1
        sums[SUM]! += seconds
      },
    }
  }
}

/** As Prometheus has histograms: each bucket holds all that are smaller. */
function durationsOf(all: readonly Series[]) {
  const name = 'farebox_call_seconds'
  const byOutcome = new Map<string, Float64Array>()
  for (const { labels, sums } of all) {
    const total = byOutcome.get(labels.outcome) ?? new Float64Array(SUM + 1)
    byOutcome.set(
      labels.outcome,
      total.map((sum, at) => sum + sums[at]!),
    )
  }
  return [...byOutcome].flatMap(([outcome, sums]) => {
    let below = 0
    const count = sums[COUNT]
    const buckets = BUCKETS.map((le, at) => ({
      labels: { le, outcome },
      value: (below += sums[at]!),
      metricName: `${name}_bucket`,
    }))
    return [
      ...buckets,
      { labels: { le: '+Inf', outcome }, value: count, metricName: `${name}_bucket` },
      { labels: { outcome }, value: sums[SUM], metricName: `${name}_sum` },
      { labels: { outcome }, value: count, metricName: `${name}_count` },
    ]
  })
}

/** Both gauges are read when they are asked for. */
function addNetworks(registry: Registry, networks: () => readonly PayableNetwork[]): void {
  const gauges = [
    ['farebox_network_payable', 'Whether a network can be paid on: 1 or 0.', 'isPayable'],
    ['farebox_network_trouble', 'Whether something is wrong with a network: 1 or 0.', 'trouble'],
  ] as const
  for (const [name, help, field] of gauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      // For several processes: the worst value is reported.
      aggregator: field === 'trouble' ? 'max' : 'min',
      labelNames: ['network'],
      registers: [registry],
      collect() {
        for (const status of networks())
          gauge.set({ network: status.network }, status[field] ? 1 : 0)
      },
    })
  }
}

function listenOr(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== 'EADDRINUSE' || port === 0) return reject(thrown)
      resolve(listenOr(server, 0, host))
    })
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
