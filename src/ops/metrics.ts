import { createServer, type Server } from 'node:http'
import { isOwnHost } from '../lib/own-host.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  count(
    call: { slug: string; rail: string; outcome: string; status: number },
    seconds: number,
  ): void
  /** A payment of which nobody will ever know what became of it. */
  lost(rail: string): void
  /** Resolves to the port, which is another one when the wanted one is taken. */
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
}

/** A network as the metrics tell it: whether it can be paid on now. */
interface PayableNetwork {
  readonly network: string
  readonly isPayable: boolean
  readonly trouble: string | null
}

export function createMetrics(networks: () => readonly PayableNetwork[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const calls = new Counter({
    name: 'farebox_calls_total',
    help: 'Calls by tool, rail, outcome and status.',
    labelNames: ['slug', 'rail', 'outcome', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'farebox_call_seconds',
    help: 'Time from request to reply, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 180],
    registers: [registry],
  })
  const lost = new Counter({
    name: 'farebox_payments_lost_total',
    help: 'Payments that were given up without knowing whether their money has moved, by rail.',
    labelNames: ['rail'],
    registers: [registry],
  })
  addNetworks(registry, networks)
  let server: Server | null = null

  return {
    count({ slug, rail, outcome, status }, seconds) {
      calls.inc({ slug, rail, outcome, status })
      durations.observe({ outcome }, seconds)
    },
    lost: (rail) => lost.inc({ rail }),
    async listen(port, host) {
      server = createServer((request, response) => {
        // A page that leads its own name to loopback would read them otherwise.
        if (!isOwnHost(request.headers.host, [])) return void response.writeHead(403).end()
        if (request.url !== '/metrics') return void response.writeHead(404).end()
        void registry.metrics().then((text) => {
          response.writeHead(200, { 'content-type': registry.contentType }).end(text)
        })
      })
      return listenOr(server, port, host)
    },
    async close() {
      server?.closeAllConnections()
      server?.close()
    },
  }
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
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
